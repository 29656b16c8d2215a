import type { MenuCommand } from '@shared/ipc';
import type { Preferences } from '@shared/preferences';
import { globalShortcut } from 'electron';

/**
 * The commands whose keys work in every program: a card number is read out while another window is in front. The keys to
 * start are not taken unless the user wants it, because they reload the page in every browser. Those to pause are, because
 * they are held only while something is recorded here.
 */
const global: Record<Preferences['global_keys'], readonly string[]> = {
  none: [],
  pause: ['pauseRecording'],
  all: ['record', 'pauseRecording'],
};

/** A key that is held down repeats sooner than this. */
const againMs = 1_000;

/** The keys of these commands in the whole system, while the commands are possible. */
export class GlobalKeys {
  private held = new Map<string, string>();
  private commands: readonly MenuCommand[] = [];
  private readonly pressedAt = new Map<string, number>();

  constructor(
    private readonly run: (id: string) => void,
    private readonly wanted: () => Preferences['global_keys'],
  ) {}

  /** Registers and releases keys. Returns the commands whose keys another program has. */
  set(commands: readonly MenuCommand[]): string[] {
    this.commands = commands;
    return this.hold();
  }

  /** Registers and releases the keys of the commands from the last `set`. Returns the same as `set`. */
  hold(): string[] {
    const ids = global[this.wanted()];
    const wanted = this.commands.filter(({ id, keys, enabled }) => ids.includes(id) && keys !== null && enabled);
    for (const [keys, id] of this.held) {
      if (wanted.some((one) => one.keys === keys && one.id === id)) continue;
      globalShortcut.unregister(keys);
      this.held.delete(keys);
    }
    return wanted.filter(({ id, keys }) => !this.take(id, keys ?? '')).map(({ id }) => id);
  }

  private take(id: string, keys: string): boolean {
    if (this.held.has(keys)) return true;
    if (!globalShortcut.register(keys, () => this.press(id))) return false;
    this.held.set(keys, id);
    return true;
  }

  /** Electron does not say whether a key is held down, which would pause and resume many times. */
  private press(id: string): void {
    const isHeld = performance.now() - (this.pressedAt.get(id) ?? Number.NEGATIVE_INFINITY) < againMs;
    this.pressedAt.set(id, performance.now());
    if (!isHeld) this.run(id);
  }
}
