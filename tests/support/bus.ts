import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { busAt, invoke } from '../../electron/main/screen-lock';

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
export async function onBus(address: string, ...names: string[]) {
  const bus = busAt(address);
  const ask = (asked: object) => invoke(bus, { ...daemon, ...asked });
  for (const name of names) await ask({ member: 'RequestName', signature: 'su', body: [name, 0] });
  /** Resolves when the daemon has delivered the signal. */
  const emit = async ({ path, interface: name, member, signature, body }: Signal) => {
    bus.sendSignal(path, name, member, signature, body);
    await ask({ member: 'GetId' });
  };
  /** Sends a message to every other program on the bus. */
  const sendAll = async (message: object) => {
    for (const destination of (await ask({ member: 'ListNames' })) as string[])
      if (destination.startsWith(':') && destination !== bus.name)
        bus.invoke({ ...message, destination }, () => undefined);
    await ask({ member: 'GetId' });
  };
  /** Calls a method without values. */
  const callAll = () => sendAll({ ...daemon, ...emptyGet });
  const signalAll = (signal: Signal) => sendAll({ ...signal, type: 4 });
  /** Sends signals with a file descriptor that is not there, which the library can neither write nor read. */
  const signalUnreadable = async () => {
    const { stream } = bus.connection;
    const write = stream.write.bind(stream) as (bytes: Buffer) => boolean;
    const ofNumber = Buffer.from('\x01g\0\x01u\0');
    stream.write = (bytes: Buffer) => {
      const at = bytes.indexOf(ofNumber);
      if (at >= 0) bytes.write('h', at + 4);
      return write(bytes);
    };
    await signalAll({ ...prepareForSleep(true), signature: 'u', body: [0] });
  };
  return { bus, emit, callAll, signalAll, signalUnreadable, leave: () => void bus.connection.stream.destroy() };
}

/** What the library's types leave out. */
declare module '@homebridge/dbus-native' {
  interface MessageBus {
    name: string;
    sendSignal(path: string, name: string, member: string, signature: string, body: unknown[]): void;
    exportInterface(
      values: object,
      path: string,
      described: { name: string; properties: object; methods?: object; signals?: object },
    ): void;
  }
}

const daemon = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

const emptyGet = { interface: 'org.freedesktop.DBus.Properties', member: 'Get' };

/** The part of logind that Earshot uses: the user of a session. */
export async function logindOn(address: string, owners: Record<string, number>) {
  const logind = await onBus(address, 'org.freedesktop.login1');
  for (const [path, uid] of Object.entries(owners))
    logind.bus.exportInterface({ User: [uid, '/org/freedesktop/login1/user/x'] }, path, {
      name: 'org.freedesktop.login1.Session',
      properties: { User: '(uo)' },
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
  body: ['org.freedesktop.login1.Session', [['LockedHint', ['b', locked]]], []],
});
export const prepareForSleep = (begins: boolean): Signal => ({
  path: '/org/freedesktop/login1',
  interface: 'org.freedesktop.login1.Manager',
  member: 'PrepareForSleep',
  signature: 'b',
  body: [begins],
});
