import { asked } from '@shared/ipc';
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Program } from './program';
import { origin } from './security';

/**
 * Passes the requests of the page that are not part of the API to the program, once it is loaded. Only the window's own
 * page may send them.
 */
export function passRequests(program: () => Promise<Program>): void {
  for (const channel of asked) {
    ipcMain.handle(channel, async (event, ...sent: unknown[]) => {
      if (!isOwnPage(event)) throw new Error('Not from this page.');
      return (await program()).answer(channel, sent);
    });
  }
}

const isOwnPage = ({ senderFrame, sender }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.url.startsWith(`${origin}/`);
