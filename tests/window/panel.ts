import { invoke } from '../../electron/main/screen-lock';
import { onBus } from '../support/bus';

const properties = 'org.freedesktop.DBus.Properties';
const watcher = 'org.kde.StatusNotifierWatcher';
const menuInterface = 'com.canonical.dbusmenu';

type Variant = [unknown, [unknown]];
/** An entry of a menu as D-Bus sends it: its id, properties, and entries below it. */
type Layout = [id: number, properties: [string, Variant][], below: Variant[]];
type Entry = { id: number; label: string; isEnabled: boolean };

/**
 * The part of a desktop that shows icons beside the clock, on the session bus of the test: see the StatusNotifierItem
 * specification of freedesktop.org.
 */
export async function openPanel(address = process.env.DBUS_SESSION_BUS_ADDRESS) {
  if (!address) throw new Error('The tests have no session bus.');
  const { bus, leave } = await onBus(address, watcher);
  let item: string | undefined;
  const shows = {
    RegisterStatusNotifierItem(name: string) {
      item = name;
    },
    RegisterStatusNotifierHost() {},
    IsStatusNotifierHostRegistered: true,
    ProtocolVersion: 0,
    RegisteredStatusNotifierItems: [],
    emit() {},
  };
  bus.exportInterface(shows, '/StatusNotifierWatcher', {
    name: watcher,
    methods: { RegisterStatusNotifierItem: ['s', ''], RegisterStatusNotifierHost: ['s', ''] },
    properties: { IsStatusNotifierHostRegistered: 'b', ProtocolVersion: 'i', RegisteredStatusNotifierItems: 'as' },
    signals: { StatusNotifierItemRegistered: ['s'], StatusNotifierHostRegistered: [''] },
  });
  const ask = (destination: string, path: string, name: string, member: string, signature: string, body: unknown[]) =>
    invoke(bus, { destination, path, interface: name, member, signature, body });
  const shown = () => {
    if (item === undefined) throw new Error('There is no icon.');
    return item;
  };
  const property = async (name: string) => {
    const value = await ask(shown(), '/StatusNotifierItem', properties, 'Get', 'ss', [
      'org.kde.StatusNotifierItem',
      name,
    ]);
    return (value as Variant)[1][0];
  };

  async function entries(): Promise<Entry[]> {
    const path = String(await property('Menu'));
    const message = { destination: shown(), path, interface: menuInterface, member: 'GetLayout' };
    const asked = { ...message, signature: 'iias', body: [0, -1, []] };
    const layout = await new Promise<Layout>((resolve, reject) =>
      // `invoke` returns the first value, which is the version of the menu.
      bus.invoke(asked, (...[error, , second]: unknown[]) => (error ? reject(error) : resolve(second as Layout))),
    );
    return layout[2].map((below) => {
      const [id, values] = below[1][0] as Layout;
      const found = new Map(values.map(([name, [, [value]]]) => [name, value]));
      return { id, label: String(found.get('label') ?? ''), isEnabled: found.get('enabled') !== false };
    });
  }

  return {
    leave,
    hasIcon: () => item !== undefined,
    /** The labels of the menu, without its lines. */
    labels: async () => (await entries()).flatMap(({ label }) => (label === '' ? [] : [label])),
    async choose(label: string): Promise<void> {
      const entry = (await entries()).find((one) => one.label === label);
      if (!entry?.isEnabled) throw new Error(`“${label}” cannot be chosen.`);
      await ask(shown(), String(await property('Menu')), menuInterface, 'Event', 'isvu', [
        entry.id,
        'clicked',
        ['s', ''],
        0,
      ]);
    },
  };
}
