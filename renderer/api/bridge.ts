import type { Bridge } from '@shared/ipc';

declare global {
  interface Window {
    earshot: Bridge;
  }
}

/** What the page asks of the machine rather than of the API (shared/ipc.ts). */
export const bridge: Bridge = window.earshot;
