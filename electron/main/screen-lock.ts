import { connect, type Socket } from 'node:net';
import { createClient, type MessageBus } from '@homebridge/dbus-native';
import { type Log, logged } from '../service/log';

/** What the library's types leave out. */
declare module '@homebridge/dbus-native' {
  function createClient(options: { stream: Socket }): MessageBus;
  interface MessageBus {
    addMatch(rule: string, answered: (error: unknown) => void): void;
  }
}

type Options = { onLock: () => void; log: Log };

const logind = 'org.freedesktop.login1';
const logindSession = `${logind}.Session`;
const properties = 'org.freedesktop.DBus.Properties';

/**
 * Any user of the machine may send signals on the system bus, so only signals from logind are accepted. The rules are about
 * signals to everybody; one that is sent to Earshot alone comes whatever they say, and is left.
 */
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

/** A message of a bus. Of a variant, the library makes its signature and a list with its value. */
type Message = {
  type: number;
  path: string;
  interface: string;
  member: string;
  destination?: string;
  body?: unknown[];
};
type Variant = readonly [signature: unknown, value: readonly [unknown]];
const [callType, signalType] = [1, 4];

/**
 * Calls `onLock` when the screen is locked and before the machine sleeps, on Linux, where Electron has no lock event.
 * Resolves once it listens, with a function that stops it. Missing buses are logged in one sentence and otherwise ignored.
 */
export async function watchScreen({ onLock, log }: Options): Promise<() => void> {
  const { env } = process;
  const failing = (name: string) => logged(log, `no screen lock is heard on the ${name} bus any more`);
  const ends = await Promise.all([
    listen(
      env.DBUS_SYSTEM_BUS_ADDRESS ?? 'unix:path=/run/dbus/system_bus_socket',
      systemRules,
      failing('system'),
      async (signal, bus) => {
        if (isSleep(signal) || (isLock(signal) && (await isOwn(bus, signal.path)))) onLock();
      },
    ),
    listen(sessionBus(), sessionRules, failing('session'), async ({ interface: name, body }) => {
      if (screenSavers.includes(name) && body?.[0] === true) onLock();
    }),
  ]);
  const missing = ['system', 'session'].filter((_, place) => !ends[place]);
  // A machine without these buses is no fault, of which a stack would tell more.
  if (missing.length > 0) log({}, `no screen lock is heard, because there is no ${missing.join(' and no ')} bus`);
  return () => {
    for (const end of ends) end?.();
  };
}

/** The address of the user's session bus; empty if there is none. */
export function sessionBus(): string {
  const { DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR } = process.env;
  return DBUS_SESSION_BUS_ADDRESS ?? (XDG_RUNTIME_DIR ? `unix:path=${XDG_RUNTIME_DIR}/bus` : '');
}

type OnSignal = (signal: Message, bus: MessageBus) => Promise<void>;

/**
 * Resolves once the bus has accepted the rules, with a function that leaves it; null when there is no bus. `failing` is
 * called for faults after that.
 */
async function listen(
  address: string,
  rules: string[],
  failing: (cause: unknown) => void,
  onSignal: OnSignal,
): Promise<(() => void) | null> {
  let isHeard = false;
  let isLeft = false;
  try {
    const bus = busAt(address);
    const { connection } = bus;
    // Nobody has a method of Earshot to call, and the library throws at calls that lack their values.
    const library = connection.rawListeners('message') as ((message: Message) => void)[];
    connection.removeAllListeners('message');
    connection.on('message', (message: Message) => {
      if (message.type !== callType) for (const take of library) take(message);
    });
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: unknown) => {
        if (isHeard && !isLeft) failing(cause);
        if (!isHeard) connection.stream.destroy();
        reject(cause);
      };
      // Without a listener, a missing bus would end the program.
      connection.on('error', failed);
      connection.on('end', () => failed(new Error('The bus has ended.')));
      connection.on('message', (message: Message) => {
        if (message.type === signalType && message.destination === undefined) onSignal(message, bus).catch(failed);
      });
      const accepted = rules.map((rule) => answered((then) => bus.addMatch(rule, then)));
      Promise.all(accepted).then(() => {
        isHeard = true;
        resolve();
      }, failed);
    });
    return () => {
      isLeft = true;
      connection.stream.destroy();
    };
  } catch {
    return null;
  }
}

/**
 * A client of the bus at an address of the D-Bus specification, `unix:path=…` or `unix:abstract=…`.
 * @throws Error if it is another address
 */
export function busAt(address: string): MessageBus {
  const [, kind, place] = /^unix:(?:[^;]*,)?(path|abstract)=([^,;]+)/.exec(address) ?? [];
  if (place === undefined) throw new Error('The bus has no address that can be used.');
  const path = decodeURIComponent(place);
  return createClient({ stream: readingOn(connect(kind === 'abstract' ? `\0${path}` : path)) });
}

/** The library throws out of the event at a message that it cannot read. Such a message is left, and the next one is read. */
function readingOn(stream: Socket): Socket {
  const emit = stream.emit.bind(stream) as (event: string, ...values: unknown[]) => boolean;
  const emitOn = (event: string, ...values: unknown[]): boolean => {
    try {
      return emit(event, ...values);
    } catch (cause) {
      if (event !== 'readable') throw cause;
      return emitOn(event, ...values);
    }
  };
  return Object.assign(stream, { emit: emitOn });
}

type Answered = (error: unknown, value?: unknown) => void;
/** What the library answers. */
const answered = (ask: (then: Answered) => void): Promise<unknown> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))));

/** The answer to a message: its values. */
export const invoke = (bus: MessageBus, message: object): Promise<unknown> =>
  answered((then) => bus.invoke(message, then));

const isSleep = ({ member, body }: Message) => member === 'PrepareForSleep' && body?.[0] === true;

function isLock({ interface: name, member, body }: Message): boolean {
  if (name === logindSession) return member === 'Lock';
  if (member !== 'PropertiesChanged') return false;
  const changed = body?.[1] as readonly (readonly [name: string, value: Variant])[] | undefined;
  return changed?.some(([property, [, [value]]]) => property === 'LockedHint' && value === true) ?? false;
}

/**
 * Whether a logind session belongs to this user. Queried each time, because a program does not always know its own
 * session, which may have begun before or after it. If logind does not answer, the window locks.
 */
async function isOwn(bus: MessageBus, path: string): Promise<boolean> {
  const get = { member: 'Get', signature: 'ss', body: [logindSession, 'User'] };
  const user = await invoke(bus, { destination: logind, path, interface: properties, ...get }).catch(() => null);
  const [uid] = ((user as Variant | null)?.[1][0] ?? []) as [number?];
  return uid === undefined || uid === process.getuid?.();
}
