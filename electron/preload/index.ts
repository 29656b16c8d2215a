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
  savePdf: (suggestedName) => ipcRenderer.invoke('earshot:save-pdf', suggestedName),
  moveData: () => ipcRenderer.invoke('earshot:move-data'),
  preferences: (change) => ipcRenderer.invoke('earshot:preferences', change),
  api: (change) => ipcRenderer.invoke('earshot:api', change),
  openApi: (path) => ipcRenderer.invoke('earshot:open-api', path),
  diagnosis: () => ipcRenderer.invoke('earshot:diagnosis'),
  updates: (change) => ipcRenderer.invoke('earshot:updates', change),
  updateFolder: () => ipcRenderer.invoke('earshot:update-folder'),
  lookForUpdate: () => ipcRenderer.invoke('earshot:look-for-update'),
  onUpdated: (then) => void ipcRenderer.on('earshot:updated', () => then()),
  close: () => ipcRenderer.invoke('earshot:close'),
  keep: (change) => ipcRenderer.invoke('earshot:keep', change),
  showLog: () => ipcRenderer.invoke('earshot:show-log'),
  onLocked: (then) => void ipcRenderer.on('earshot:locked', () => then()),
  save: (address) => ipcRenderer.invoke('earshot:save', address),
  onSaving: (then) => void ipcRenderer.on('earshot:saving', (_, saving) => then(saving)),
  stopSaving: (id) => ipcRenderer.invoke('earshot:stop-saving', id),
  commands: (shown) => ipcRenderer.invoke('earshot:commands', shown),
  onCommand: (then) => void ipcRenderer.on('earshot:command', (_, id) => then(id)),
  link: () => ipcRenderer.invoke('earshot:link'),
  onLinked: (then) => void ipcRenderer.on('earshot:linked', () => then()),
  notify: (notice) => ipcRenderer.invoke('earshot:notify', notice),
  recorder: (recording) => ipcRenderer.invoke('earshot:recorder', recording),
  seal: (text) => ipcRenderer.invoke('earshot:seal', text),
  unseal: (sealed) => ipcRenderer.invoke('earshot:unseal', sealed),
  onNoticed: (then) => void ipcRenderer.on('earshot:noticed', (_, id) => then(id)),
};

contextBridge.exposeInMainWorld('earshot', bridge);
