import { randomUUID } from 'node:crypto';
import { Refusal } from '../../refusal';
import type { ImportOptions } from './options';
import { ImportRun } from './run-import';

type Deps = ConstructorParameters<typeof ImportRun>[0];

/** The imports under way, one after the other. */
export class RunningImports {
  private readonly runs = new Map<string, { run: ImportRun; hasBegun: () => boolean; ended: Promise<void> }>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly deps: Deps) {}

  /** Starts an import behind those before it; resolves when it has ended. */
  async start(options: ImportOptions): Promise<void> {
    const run = new ImportRun(this.deps, options);
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return run.run();
    };
    const ended = this.last.then(begin).finally(() => this.runs.delete(options.import_id));
    this.runs.set(options.import_id, { run, hasBegun: () => hasBegun, ended });
    this.last = ended;
    await ended;
  }

  /** Asks an import to end after the call in hand and waits for it; one that still waits its turn ends at once. */
  async cancel(importId: string): Promise<void> {
    const known = this.runs.get(importId);
    known?.run.cancel();
    await (known?.hasBegun() ? known.ended : known?.run.run());
  }

  /** Refused unless it runs or waits. */
  async resume(importId: string): Promise<void> {
    if (!this.runs.has(importId)) throw new Refusal('Conflict', 'This import has ended.');
  }

  async close(): Promise<void> {
    for (const { run } of this.runs.values()) run.cancel();
    await this.last;
  }
}

/** Files that a person chose, kept under a handle until an import takes them: no path ever comes over HTTP. */
export class Sources {
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
}
