import type { EventEmitter } from 'node:events';
import { Message, type MessageBus, MessageType, sessionBus, systemBus, type Variant } from '@jellybrick/dbus-next';
import { type Log, logged } from '../service/log';

type Options = { onLock: () => void; log: Log };

const logind = 'org.freedesktop.login1';
const logindSession = `${logind}.Session`;
const properties = 'org.freedesktop.DBus.Properties';

/** Any user of the machine may send signals on the system bus, so only signals from logind are accepted. */
const systemRules = [
  `interface='${logindSession}',member='Lock'`,
  `interface='${properties}',member='PropertiesChanged',arg0='${logindSession}'`,
  `interface='${logind}.Manager',member='PrepareForSleep'`,
].map((rule) => `type='signal',sender='${logind}',${rule}`);

/**
 * The desktops' names for their screen lock: the shared name (KDE Plasma and others), then GNOME, Cinnamon, MATE, Xfce.
 */
const screenSavers = ['freedesktop', 'gnome', 'cinnamon', 'mate', 'xfce'].map((name) => `org.${name}.ScreenSaver`);
const sessionRules = screenSavers.map((name) => `type='signal',interface='${name}',member='ActiveChanged'`);

/**
 * Calls `onLock` when the screen is locked and before the machine sleeps, on Linux, where Electron has no lock event.
 * Resolves once it listens, with a function that stops it. Missing buses are logged in one sentence and otherwise ignored.
 */
export async function watchScreen({ onLock, log }: Options): Promise<() => void> {
  const buses = [systemBus(), sessionBus()] as const;
  const [system, session] = buses;
  const failing = (name: string) => logged(log, `no screen lock is heard on the ${name} bus any more`);
  const heard = await Promise.all([
    listen(system, systemRules, failing('system'), async (signal) => {
      if (isSleep(signal) || (isLock(signal) && (await isOwn(system, signal.path)))) onLock();
    }),
    listen(session, sessionRules, failing('session'), async ({ interface: name, body: [isActive] }) => {
      if (screenSavers.includes(name) && isActive === true) onLock();
    }),
  ]);
  const missing = ['system', 'session'].filter((_, place) => !heard[place]);
  // A machine without these buses is no fault, of which a stack would tell more.
  if (missing.length > 0) log({}, `no screen lock is heard, because there is no ${missing.join(' and no ')} bus`);
  return () => {
    for (const bus of buses) bus.disconnect();
  };
}

type OnSignal = (signal: Message) => Promise<void>;

/** Whether the bus has accepted the rules; false when there is no bus. `failing` is called for faults after that. */
function listen(
  bus: MessageBus,
  rules: string[],
  failing: (cause: unknown) => void,
  onSignal: OnSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isHeard = false;
    const failed = (cause: unknown) => {
      if (isHeard) failing(cause);
      resolve(false);
    };
    // The library's types lack this event. Without a listener, a missing bus would end the program.
    (bus as EventEmitter).on('error', failed);
    bus.on('message', (message) => {
      if (message.type === MessageType.SIGNAL) onSignal(message).catch(failed);
    });
    Promise.all(rules.map((rule) => bus.call(addMatch(rule)))).then(() => {
      isHeard = true;
      resolve(true);
    }, failed);
  });
}

const addMatch = (rule: string) =>
  new Message({
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interface: 'org.freedesktop.DBus',
    member: 'AddMatch',
    signature: 's',
    body: [rule],
  });

const isSleep = ({ member, body: [begins] }: Message) => member === 'PrepareForSleep' && begins === true;

function isLock({ interface: name, member, body: [, changed] }: Message): boolean {
  if (name === logindSession) return member === 'Lock';
  return member === 'PropertiesChanged' && (changed as Record<string, Variant>).LockedHint?.value === true;
}

/**
 * Whether a logind session belongs to this user. Queried each time, because a program does not always know its own
 * session, which may have begun before or after it. If logind does not answer, the window locks.
 */
async function isOwn(bus: MessageBus, path: string): Promise<boolean> {
  const get = { member: 'Get', signature: 'ss', body: [logindSession, 'User'] };
  const reply = await bus
    .call(new Message({ destination: logind, path, interface: properties, ...get }))
    .catch(() => null);
  const [uid] = ((reply?.body[0] as Variant<[number, string]> | undefined)?.value ?? []) as [number?];
  return uid === undefined || uid === process.getuid?.();
}
