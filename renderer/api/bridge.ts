import type { Bridge } from '@shared/ipc';

declare global {
  interface Window {
    earshot: Bridge;
  }
}

/** The requests of the page to the machine instead of the API (shared/ipc.ts). */
export const bridge: Bridge = window.earshot;
