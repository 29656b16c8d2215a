import type { Bridge } from '@shared/ipc';

declare global {
  interface Window {
    earshot: Bridge;
  }
}

/** The requests of the page to the machine instead of the API (shared/ipc.ts). Some tests load it where there is no page. */
export const bridge: Bridge = globalThis.window?.earshot;
