import type { MenuCommand } from '@shared/ipc';
import { globalShortcut } from 'electron';

/** The commands whose keys work in every program: a card number is read out while another window is in front. */
const global = ['record', 'pauseRecording'];

/** The keys of these commands in the whole system, while the commands are possible. */
export class GlobalKeys {
  private held = new Map<string, string>();

  constructor(private readonly run: (id: string) => void) {}

  /** Takes and gives back keys. Returns the commands whose keys another program has. */
  set(commands: readonly MenuCommand[]): string[] {
    const wanted = commands.filter(({ id, keys, enabled }) => global.includes(id) && keys !== null && enabled);
    for (const [keys, id] of this.held) {
      if (wanted.some((one) => one.keys === keys && one.id === id)) continue;
      globalShortcut.unregister(keys);
      this.held.delete(keys);
    }
    return wanted.filter(({ id, keys }) => !this.take(id, keys ?? '')).map(({ id }) => id);
  }

  private take(id: string, keys: string): boolean {
    if (this.held.has(keys)) return true;
    if (!globalShortcut.register(keys, () => this.run(id))) return false;
    this.held.set(keys, id);
    return true;
  }
}
