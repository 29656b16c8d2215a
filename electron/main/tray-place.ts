import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { busAt, invoke, sessionBus } from './screen-lock';

/** The program that shows icons on Linux desktops, see the StatusNotifierItem specification of freedesktop.org. */
const watcher = 'org.kde.StatusNotifierWatcher';
/** A busy desktop takes a moment; without such a program, the bus says so at once. */
const longestMs = 5_000;

/** Whether a program on the session bus shows the icons of programs without a window. */
export async function hasTrayPlace(): Promise<boolean> {
  try {
    const bus = busAt(sessionBus());
    const { connection } = bus;
    try {
      const answer = invoke(bus, {
        destination: watcher,
        path: '/StatusNotifierWatcher',
        interface: 'org.freedesktop.DBus.Properties',
        member: 'Get',
        signature: 'ss',
        body: [watcher, 'IsStatusNotifierHostRegistered'],
      });
      const failed = once(connection, 'error').then(([cause]) => Promise.reject(cause));
      const late = pause(longestMs, undefined, { ref: false });
      const value = (await Promise.race([answer, failed, late])) as [unknown, [boolean]] | undefined;
      return value?.[1][0] === true;
    } finally {
      connection.on('error', () => undefined);
      connection.stream.destroy();
    }
  } catch {
    return false;
  }
}
