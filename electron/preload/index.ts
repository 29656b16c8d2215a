import type { Bridge, Source } from '@shared/ipc';
import { contextBridge, ipcRenderer, webUtils } from 'electron';

/** The maximum that main accepts in one message. A larger message would block both processes. */
const pathsAtOnce = 10_000;

// Named functions only: the page never sees ipcRenderer, an event or a path. A sandboxed preload is one file, so the
// channels of shared/ipc.ts are repeated here; tests/window/safety.spec.ts calls each of them.
const bridge: Bridge = {
  machine: () => ipcRenderer.invoke('earshot:machine'),
  choose: (kind) => ipcRenderer.invoke('earshot:choose', kind),
  samples: () => ipcRenderer.invoke('earshot:samples'),
  dropped: async (files) => {
    const paths = files.map((file) => webUtils.getPathForFile(file));
    let source: Source | null = null;
    let next = 0;
    do {
      const some = paths.slice(next, next + pathsAtOnce);
      source = (await ipcRenderer.invoke('earshot:dropped', some, source?.handle ?? null)) as Source;
      next += some.length;
    } while (next < paths.length);
    return source;
  },
  saveText: (suggestedName, text) => ipcRenderer.invoke('earshot:save-text', suggestedName, text),
  moveData: () => ipcRenderer.invoke('earshot:move-data'),
  preferences: (change) => ipcRenderer.invoke('earshot:preferences', change),
  onLocked: (then) => void ipcRenderer.on('earshot:locked', () => then()),
  save: (address) => ipcRenderer.invoke('earshot:save', address),
  onSaving: (then) => void ipcRenderer.on('earshot:saving', (_, saving) => then(saving)),
  stopSaving: (id) => ipcRenderer.invoke('earshot:stop-saving', id),
};

contextBridge.exposeInMainWorld('earshot', bridge);
