import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { importPaths, importSummary, previewPaths } from '../../electron/service/resources/sources/imports';
import { keptBuiltins } from '../../electron/service/resources/sources/presets';
import { startService } from '../../electron/service/service';
import { databaseFile } from '../../electron/service/store/database-file';
import { plansOf } from './plans';

/** The service as the bench starts it: built like the program, without a keychain, and controlled by messages. */
const [dataFolder = '', threadsFolder = ''] = process.argv.slice(2);
const absent = () => Promise.reject(new Error('The bench has no keychain.'));
const resolutionMs = 5;

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
  const commands: Record<string, (given: string) => unknown> = {
    async import(folder) {
      const choice = { create_missing: false, metadata_only: false };
      const { import_id } = await importPaths(service, 'bench', [folder], choice);
      return importSummary(service.store, import_id);
    },
    /** How a folder is read by the built-in presets, and the memory that it took at most, in bytes. */
    async preview(folder) {
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
    explain: (query) => plansOf(join(dataFolder, databaseFile), query),
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
  process.on('message', async ({ id, command, given }: { id: number; command: string; given: string }) => {
    process.send?.({ id, value: await commands[command]?.(given) });
    if (command === 'close') process.disconnect();
  });
  // A bench that fails disconnects without a close message.
  process.on('disconnect', () => process.exit());
  process.send?.({ id: 0, value: `http://127.0.0.1:${listener.port}` });
}

void serve();
