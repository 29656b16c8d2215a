import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Message, MessageType, sessionBus, Variant } from '@jellybrick/dbus-next';

/** A separate D-Bus daemon, which lets every program own any name. */
export async function openBus(): Promise<{ address: string; close: () => void }> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((said) => createInterface({ input: daemon.stdout }).once('line', said));
  return { address, close: () => void daemon.kill() };
}

export type Signal = { path: string; interface: string; member: string; signature: string; body: unknown[] };

/** A program on a bus that owns `names` and sends signals. */
export async function onBus(busAddress: string, ...names: string[]) {
  const bus = sessionBus({ busAddress });
  for (const name of names) await bus.requestName(name);
  /** Resolves when the daemon has delivered the signal. */
  const emit = async (signal: Signal) => {
    bus.send(new Message({ ...signal, type: MessageType.SIGNAL }));
    await bus.call(new Message({ ...daemon, member: 'GetId' }));
  };
  return { bus, emit, leave: () => bus.disconnect() };
}

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

/** The part of logind that Earshot uses: the user of a session. */
export async function logindOn(busAddress: string, owners: Record<string, number>) {
  const logind = await onBus(busAddress, 'org.freedesktop.login1');
  logind.bus.addMethodHandler((asked: Message) => {
    const uid = owners[asked.path];
    if (asked.member !== 'Get' || uid === undefined) return false;
    logind.bus.send(
      Message.newMethodReturn(asked, 'v', [new Variant('(uo)', [uid, '/org/freedesktop/login1/user/x'])]),
    );
    return true;
  });
  return logind;
}

/** The screen saver of a desktop becomes active or ends. */
export const activeChanged = (desktop: string, isActive: boolean): Signal => ({
  path: '/ScreenSaver',
  interface: `org.${desktop}.ScreenSaver`,
  member: 'ActiveChanged',
  signature: 'b',
  body: [isActive],
});

export const sessionPath = (id: string) => `/org/freedesktop/login1/session/${id}`;
/** `loginctl lock-session` */
export const lockSession = (id: string): Signal => ({
  path: sessionPath(id),
  interface: 'org.freedesktop.login1.Session',
  member: 'Lock',
  signature: '',
  body: [],
});
export const lockedHint = (id: string, locked: boolean): Signal => ({
  path: sessionPath(id),
  interface: 'org.freedesktop.DBus.Properties',
  member: 'PropertiesChanged',
  signature: 'sa{sv}as',
  body: ['org.freedesktop.login1.Session', { LockedHint: new Variant('b', locked) }, []],
});
export const prepareForSleep = (begins: boolean): Signal => ({
  path: '/org/freedesktop/login1',
  interface: 'org.freedesktop.login1.Manager',
  member: 'PrepareForSleep',
  signature: 'b',
  body: [begins],
});
