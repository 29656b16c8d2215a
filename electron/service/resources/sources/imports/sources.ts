import { randomUUID } from 'node:crypto';
import type { Part } from '../../../context';

type Source = { name: string; paths: string[] };

/** Files that a user chose, stored under a handle until an import takes them, because HTTP never carries a path. */
class Sources {
  private chosen = new Map<string, Source>();

  add(name: string, paths: string[]): string {
    const handle = randomUUID();
    this.chosen.set(handle, { name, paths });
    return handle;
  }

  get(handle: string): Source | undefined {
    return this.chosen.get(handle);
  }

  take(handle: string): Source | undefined {
    const source = this.chosen.get(handle);
    this.chosen.delete(handle);
    return source;
  }

  /** Takes a choice for `work`. Its handle works again only if that fails. */
  async use<T>(handle: string, work: (source: Source | undefined) => Promise<T>): Promise<T> {
    const { chosen } = this;
    const source = this.take(handle);
    try {
      return await work(source);
    } catch (cause) {
      if (source) chosen.set(handle, source);
      throw cause;
    }
  }

  /** The map is replaced, so that a choice in use does not come back. */
  forget(): void {
    this.chosen = new Map();
  }
}

/** The chosen files of this service; forgotten at lock, so that the next person cannot use them. */
export const sources: Part<Sources> = (_, { onForget }) => {
  const chosen = new Sources();
  onForget(() => chosen.forget());
  return chosen;
};
