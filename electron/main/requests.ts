import { asked } from '@shared/ipc';
import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Program } from './program';
import { rateLimit } from './rate-limit';
import { origin } from './security';

/** A page sends a few requests in a second. More would keep main from its other work. */
const mostInASecond = 100;

/**
 * Passes the requests of the page that are not part of the API to the program, once it is loaded. Only the window's own
 * page may send them.
 */
export function passRequests(program: () => Promise<Program>): void {
  for (const channel of asked) {
    const passes = rateLimit(mostInASecond, () => performance.now());
    ipcMain.handle(channel, async (event, ...sent: unknown[]) => {
      if (!isOwnPage(event)) throw new Error('Not from this page.');
      if (!passes()) throw new Error('Too many requests.');
      return (await program()).answer(channel, sent);
    });
  }
}

const isOwnPage = ({ senderFrame, sender }: IpcMainInvokeEvent): boolean =>
  senderFrame !== null && senderFrame === sender.mainFrame && senderFrame.url.startsWith(`${origin}/`);
