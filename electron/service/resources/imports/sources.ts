import { randomUUID } from 'node:crypto';
import type { Part } from '../../context';

/** Files that a user chose, stored under a handle until an import takes them, because HTTP never carries a path. */
class Sources {
  private readonly chosen = new Map<string, { name: string; paths: string[] }>();

  add(name: string, paths: string[]): string {
    const handle = randomUUID();
    this.chosen.set(handle, { name, paths });
    return handle;
  }

  get(handle: string): { name: string; paths: string[] } | undefined {
    return this.chosen.get(handle);
  }

  take(handle: string): { name: string; paths: string[] } | undefined {
    const source = this.chosen.get(handle);
    this.chosen.delete(handle);
    return source;
  }

  /** A choice is forgotten so that the next person cannot use it. */
  forget(): void {
    this.chosen.clear();
  }
}

/** The chosen files of this service; forgotten at lock, so that the next person cannot use them. */
export const sources: Part<Sources> = (_, { onForget }) => {
  const chosen = new Sources();
  onForget(() => chosen.forget());
  return chosen;
};
