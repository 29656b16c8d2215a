import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { insertCalls } from '../../electron/service/resources/calls/calls';
import { insertUsers } from '../../electron/service/resources/people/users';
import { ensureArchive } from '../../electron/service/resources/site/setup';
import { importPaths, importSummary, previewPaths } from '../../electron/service/resources/sources/imports';
import { keptBuiltins } from '../../electron/service/resources/sources/presets';
import { startService } from '../../electron/service/service';
import { byEarshot } from '../../electron/service/store/audit';
import { databaseFile } from '../../electron/service/store/database-file';
import { plansOf } from './plans';

/** The service as the bench starts it: built like the program, without a keychain, and controlled by messages. */
const [dataFolder = '', threadsFolder = ''] = process.argv.slice(2);
const absent = () => Promise.reject(new Error('The bench has no keychain.'));
const resolutionMs = 5;
const batch = 2_000;
/** Calls at even distances, in turn of new agents. */
type MadeUp = { calls: number; agents: number; from: number; to: number };

async function serve(): Promise<void> {
  const service = await startService({
    mode: 'headless',
    dataFolder,
    threadsFolder,
    keychain: { get: absent, set: absent, delete: absent },
    now: Date.now,
    elapsed: () => performance.now(),
    scryptLn: 17,
    timezone: 'UTC',
    log: (entry, message) => console.error(message, entry),
  });
  const listener = await service.listen(0);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  // biome-ignore lint/suspicious/noExplicitAny: each command takes what it names
  const commands: Record<string, (given: any) => unknown> = {
    async import(folder: string) {
      const choice = { create_missing: false, metadata_only: false };
      const { import_id } = await importPaths(service, 'bench', [folder], choice);
      return importSummary(service.store, import_id);
    },
    /** How a folder is read by the built-in presets, and the memory that it took at most, in bytes. */
    async preview(folder: string) {
      const how = { timezone: 'UTC', mapping: {}, presets: keptBuiltins(), extensions: [], zones: [], now: Date.now() };
      let most = 0;
      const watched = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 20);
      const asked = { paths: [folder], dataFolder, how, limit: 20, metadata_only: false };
      const { recordings, rows, reading } = await previewPaths.run(asked, () => {});
      clearInterval(watched);
      return { recordings, rows, fit: reading.names.fit, most: Math.max(most, process.memoryUsage.rss()) };
    },
    async calls({ calls, agents, from, to }: MadeUp) {
      const by = byEarshot(Date.now());
      const place = await ensureArchive(service);
      const users = Array.from({ length: agents }, (_, n) => {
        return { ...place, user_id: randomUUID(), name: `Agent ${n}`, login: null, can_login: 0 };
      });
      await service.store.write(insertUsers, { users }, { ...by, tenant_id: place.tenant_id });
      const participant = { join_time: null, leave_time: null, party_direction: 2, party_type: 1, party_number: null };
      const lists = { category_ids: [], custom_values: [] };
      for (let done = 0; done < calls; done += batch) {
        const made = Array.from({ length: Math.min(batch, calls - done) }, (_, n) => ({
          ...lists,
          call_id: randomUUID(),
          tenant_id: place.tenant_id,
          setup_time: from + Math.floor(((to - from) * (done + n)) / calls),
          participants: [
            {
              ...participant,
              user_id: users[(done + n) % agents]?.user_id ?? null,
              party_name: null,
              party_caller_id: null,
            },
          ],
        }));
        await service.store.write(insertCalls, { calls: made }, by);
      }
    },
    explain: (query: string) => plansOf(join(dataFolder, databaseFile), query),
    watch() {
      delay.reset();
      delay.enable();
    },
    /** The delay of the main loop's timer in ms. */
    lag() {
      delay.disable();
      const late = (ns: number) => Math.max(0, ns / 1e6 - resolutionMs);
      return {
        p50: late(delay.percentile(50)),
        p99: late(delay.percentile(99)),
        max: late(delay.max),
        samples: delay.count,
      };
    },
    async close() {
      await listener.close();
      await service.close();
    },
  };
  process.on('message', async ({ id, command, given }: { id: number; command: string; given: unknown }) => {
    process.send?.({ id, value: await commands[command]?.(given) });
    if (command === 'close') process.disconnect();
  });
  // A bench that fails disconnects without a close message.
  process.on('disconnect', () => process.exit());
  process.send?.({ id: 0, value: `http://127.0.0.1:${listener.port}` });
}

void serve();
