import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { watchScreen } from '../../electron/main/screen-lock';
import type { Log, LogEntry } from '../../electron/service/log';
import {
  activeChanged,
  lockedHint,
  lockSession,
  logindOn,
  onBus,
  openBus,
  prepareForSleep,
  type Signal,
  sessionPath,
} from '../support/bus';

const own = process.getuid?.() ?? 0;
const nowhere = 'unix:path=/nonexistent/bus';
const desktops = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'];

afterEach(() => vi.unstubAllEnvs());

/** Listens on these buses; `locks` counts the calls of `onLock`. */
async function watching(system: string, session: string) {
  vi.stubEnv('DBUS_SYSTEM_BUS_ADDRESS', system);
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', session);
  const heard = { locks: 0, log: [] as string[], faults: [] as LogEntry[] };
  const onLock = () => {
    heard.locks += 1;
  };
  const log: Log = (entry, message) => {
    heard.log.push(message);
    heard.faults.push(entry);
  };
  const end = await watchScreen({ onLock, log });
  onTestFinished(end);
  return heard;
}

/** How often it locked, once the last signal has locked and a signal before it had time to. */
async function locksOf(heard: { locks: number }): Promise<number> {
  const before = heard.locks;
  await expect.poll(() => heard.locks).toBeGreaterThan(before);
  await pause(500);
  return heard.locks;
}

/** Both buses, with a logind that has a session of this user and one of another. */
async function machine() {
  const buses = [await openBus(), await openBus()] as const;
  for (const { close } of buses) onTestFinished(close);
  const [system, session] = [buses[0].address, buses[1].address];
  const logind = await logindOn(system, { [sessionPath('own')]: own, [sessionPath('other')]: own + 1 });
  onTestFinished(logind.leave);
  return { system, session, logind };
}

test.each<[string, Signal]>([
  ['logind locks the session', lockSession('own')],
  ['the desktop reports to logind that it has locked', lockedHint('own', true)],
  ['the machine is about to sleep', prepareForSleep(true)],
  ['logind locks a session that it no longer knows', lockSession('gone')],
])('locks when %s', async (_, signal) => {
  const { system, session, logind } = await machine();
  const heard = await watching(system, session);
  await logind.emit(signal);
  await expect.poll(() => heard.locks).toBe(1);
});

test.each(desktops)('locks when the screen saver of %s becomes active', async (desktop) => {
  const { system, session } = await machine();
  const heard = await watching(system, session);
  const saver = await onBus(session, `org.${desktop}.ScreenSaver`);
  onTestFinished(saver.leave);

  await saver.emit(activeChanged(desktop, true));

  await expect.poll(() => heard.locks).toBe(1);
});

test("does not lock for another user's session, an unlocked screen, or the end of a sleep", async () => {
  const { system, session, logind } = await machine();
  const heard = await watching(system, session);
  for (const signal of [
    lockSession('other'),
    lockedHint('other', true),
    lockedHint('own', false),
    prepareForSleep(false),
  ])
    await logind.emit(signal);

  const locks = locksOf(heard);
  await logind.emit(lockSession('own'));

  expect(await locks).toBe(1);
});

test('does not lock for a signal from another program than logind, or when a screen saver ends', async () => {
  const { system, session, logind } = await machine();
  const heard = await watching(system, session);
  const [stranger, saver] = [await onBus(system), await onBus(session, 'org.gnome.ScreenSaver')];
  onTestFinished(stranger.leave);
  onTestFinished(saver.leave);
  const first = locksOf(heard);
  await stranger.emit(lockSession('own'));
  await stranger.emit(prepareForSleep(true));
  await logind.emit(lockSession('own'));
  expect(await first).toBe(1);

  const second = locksOf(heard);
  await saver.emit(activeChanged('gnome', false));
  await saver.emit(activeChanged('gnome', true));

  expect(await second).toBe(2);
});

test.each(['system', 'session'] as const)('uses the other bus when the %s bus is missing', async (missing) => {
  const { system, session, logind } = await machine();
  const saver = await onBus(session, 'org.gnome.ScreenSaver');
  onTestFinished(saver.leave);
  const heard = await watching(missing === 'system' ? nowhere : system, missing === 'session' ? nowhere : session);

  await (missing === 'system' ? saver.emit(activeChanged('gnome', true)) : logind.emit(lockSession('own')));

  await expect.poll(() => heard.locks).toBe(1);
  expect(heard.log).toEqual([`no screen lock is heard, because there is no ${missing} bus`]);
});

test.each([
  ['not there', nowhere],
  ['switched off', 'disabled:'],
  ['not an address', 'nonsense'],
])('a bus that is %s is ignored', async (_, address) => {
  const heard = await watching(address, address);
  expect(heard).toMatchObject({
    locks: 0,
    log: ['no screen lock is heard, because there is no system and no session bus'],
  });
  expect(heard.faults).toEqual([{}]);
});

test('a call of a method, which Earshot has none of, ends neither the program nor the watch', async () => {
  const { system, session } = await machine();
  const heard = await watching(system, session);
  const saver = await onBus(session, 'org.gnome.ScreenSaver');
  onTestFinished(saver.leave);

  await saver.callAll();
  await saver.emit(activeChanged('gnome', true));

  await expect.poll(() => heard.locks).toBe(1);
});

test.each(['system', 'session'] as const)('signals to Earshot alone on the %s bus are left', async (name) => {
  const { system, session, logind } = await machine();
  const heard = await watching(system, session);
  const stranger = await onBus(name === 'system' ? system : session);
  onTestFinished(stranger.leave);

  const locks = locksOf(heard);
  for (const signal of [prepareForSleep(true), lockSession('own'), activeChanged('gnome', true)])
    await stranger.signalAll(signal);
  await stranger.signalAll({ ...lockedHint('own', true), signature: '', body: [] });
  await logind.emit(lockSession('own'));

  expect(await locks).toBe(1);
  expect(heard.log).toEqual([]);
});

test.each(['system', 'session'] as const)('a signal on the %s bus that cannot be read is left', async (name) => {
  const { system, session, logind } = await machine();
  const heard = await watching(system, session);
  const stranger = await onBus(name === 'system' ? system : session);
  onTestFinished(stranger.leave);
  const saver = await onBus(session, 'org.gnome.ScreenSaver');
  onTestFinished(saver.leave);

  await stranger.signalUnreadable();
  await logind.emit(lockSession('own'));
  await saver.emit(activeChanged('gnome', true));

  await expect.poll(() => heard.locks).toBe(2);
  expect(heard.log).toEqual([]);
});

test('the end of a bus is logged', async () => {
  const bus = await openBus();
  const heard = await watching(bus.address, nowhere);
  bus.close();
  await expect.poll(() => heard.log).toContain('no screen lock is heard on the system bus any more');
});
