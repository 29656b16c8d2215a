import type { Bridge } from '@shared/ipc';
import { contextBridge, ipcRenderer, webUtils } from 'electron';

// Named functions only: the page never sees ipcRenderer, an event or a path. A sandboxed preload is one file, so the
// channels of shared/ipc.ts are written out; tests/window/safety.spec.ts calls each.
const bridge: Bridge = {
  machine: () => ipcRenderer.invoke('earshot:machine'),
  choose: (kind) => ipcRenderer.invoke('earshot:choose', kind),
  samples: () => ipcRenderer.invoke('earshot:samples'),
  dropped: (files) =>
    ipcRenderer.invoke(
      'earshot:dropped',
      files.map((file) => webUtils.getPathForFile(file)),
    ),
  saveText: (suggestedName, text) => ipcRenderer.invoke('earshot:save-text', suggestedName, text),
  moveData: () => ipcRenderer.invoke('earshot:move-data'),
  preferences: (change) => ipcRenderer.invoke('earshot:preferences', change),
  onLocked: (then) => void ipcRenderer.on('earshot:locked', () => then()),
};

contextBridge.exposeInMainWorld('earshot', bridge);
