import { randomUUID } from 'node:crypto';
import type { Part } from '../../context';

/** Files that a person chose, kept under a handle until an import takes them: HTTP never carries a path. */
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

  /** What one person chose is not there for the next. */
  forget(): void {
    this.chosen.clear();
  }
}

/** What was chosen in this service; forgotten at lock, so that it is not there for the next person. */
export const sources: Part<Sources> = (_, { onForget }) => {
  const chosen = new Sources();
  onForget(() => chosen.forget());
  return chosen;
};
