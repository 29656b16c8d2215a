import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { NewCall } from '../../electron/service/resources/calls';
import { insertCalls } from '../../electron/service/resources/calls';
import type { RunningService } from '../../electron/service/service';

/** Where the recordings lie that tests bring in. */
export const recording = (name: string): string => resolve('tests/data/audio', name);
export const records = (name: string): string => resolve('tests/data/cdr', name);

/** What a test has before it acts. */
export class Given {
  constructor(
    private readonly service: RunningService,
    readonly dataFolder: string,
  ) {}

  /** Calls without audio in the System tenant; each gets what is said and plain values for the rest. Their ids. */
  async calls(...parts: Partial<NewCall>[]): Promise<string[]> {
    const tenant_id = await this.service.prepare();
    const calls: NewCall[] = parts.map((part, n) => ({
      call_id: randomUUID(),
      tenant_id,
      setup_time: Date.UTC(2026, 10, 20, 12) - n * 60_000,
      participants: [],
      category_ids: [],
      custom_values: [],
      at: Date.now(),
      ...part,
    }));
    await this.service.store.write(insertCalls, { calls });
    return calls.map(({ call_id }) => call_id);
  }

  /** Files and folders brought in; resolves when the import has ended. */
  async imported(
    paths: string[],
    options: { timezone?: string; create_missing?: boolean; metadata_only?: boolean } = {},
  ): Promise<string> {
    const choice = { create_missing: false, metadata_only: false, ...options };
    return (await this.service.importPaths('given', paths, choice)).import_id;
  }
}
