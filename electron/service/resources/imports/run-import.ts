import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { FileStore } from '../../audio/file-store';
import type { JobThreads } from '../../jobs/job-threads';
import { faultOf, type Log } from '../../log';
import { Refusal } from '../../refusal';
import type { Store } from '../../store/store';
import { Silent } from '../../store/thread-pool';
import { readTime } from '../../zones';
import type { NewCall, NewFile } from '../calls';
import { selectActiveKeys } from '../encrypt-keys';
import { takeBare } from './bare-calls';
import { type Identity, identifyFile, keepFile, peaksSuffix } from './keep-job';
import { type Group, matchRecords } from './match';
import type { CallRecord } from './metadata/record';
import { type Resolved, resolveNames } from './names/queries';
import type { ImportOptions } from './options';
import { alreadyThere, foreseen, type Outcome, Rows, rowsAtOnce, type Said, sentence, unreadable } from './outcomes';
import { finishImport, recordOutcomes, recordsUnreadable, selectImported, setImportTotal } from './queries';
import { type Records, readRecords } from './records-job';
import { importKey, newCall, probed, spanOf, timesOf } from './rules';
import { type Found, scanPaths } from './scan-job';

type Deps = {
  store: Store;
  jobs: JobThreads;
  dataFolder: string;
  archive: string;
  files: FileStore;
  now: () => number;
  log: Log;
};
type Identified = { file: Group[number]; identity: Identity; import_key: string };

/** One import under way: scan, read records, then file by file probe, encrypt, store. */
export class ImportRun {
  private cancelled = false;
  private readonly rows = new Rows();
  private stop = () => {};
  private readonly stopped = new Promise<undefined>((resolve) => {
    this.stop = () => resolve(undefined);
  });

  constructor(
    private readonly deps: Deps,
    private readonly options: ImportOptions,
  ) {}

  /** The call in hand is finished; what is in stays in. */
  cancel(): void {
    this.cancelled = true;
    this.stop();
  }

  /** Runs to the end; never throws, the import's status tells. */
  async run(): Promise<void> {
    const { store, now, log } = this.deps;
    const { import_id } = this.options;
    const end = (status: 'done' | 'cancelled' | 'failed') =>
      store.write(finishImport, { import_id, status, at: now() });
    try {
      if (!this.cancelled) await this.work();
      await end(this.cancelled ? 'cancelled' : 'done');
    } catch (cause) {
      log({ import_id, ...faultOf(cause) }, 'import failed');
      await end('failed').catch(() => undefined);
    }
  }

  private async work(): Promise<void> {
    const { store, jobs, dataFolder } = this.deps;
    const { import_id, tenant_id, paths, timezone } = this.options;
    const scan = await Promise.race([jobs.run(scanPaths, { paths, dataFolder }), this.stopped]);
    if (!scan) return;
    const { audio, records } = scan;
    await store.write(setImportTotal, { import_id, total: audio.length });
    if (store.get(selectActiveKeys, { tenant_id }).length === 0)
      throw new Refusal('KeychainUnavailable', 'No key is active to encrypt recordings with.');
    const known = await this.readAll(records);
    if (this.cancelled) return;
    const { groups, withoutAudio, repeated } = await matchRecords(audio, known, timezone);
    for (const group of groups) {
      if (this.cancelled) return;
      await this.take(group);
    }
    await this.report(repeated.map(({ file }) => this.rows.record('skipped', file, toldTwice)));
    await takeBare(withoutAudio, {
      store,
      rows: this.rows,
      now: this.deps.now,
      options: this.options,
      resolve: (record) => this.resolve(record),
      report: (outcomes) => this.report(outcomes),
      isCancelled: () => this.cancelled,
    });
  }

  private async readAll(files: Found[]): Promise<CallRecord[]> {
    const { timezone, mapping } = this.options;
    const all: CallRecord[] = [];
    for (const { path, name } of files) {
      if (this.cancelled) break;
      const before = all.length;
      let from: Records['next'] = null;
      do {
        const part: Records = await this.deps.jobs
          .run(readRecords, { path, options: { timezone, mapping }, from })
          .catch((cause: Error) => ({ records: [], next: null, fault: cause.message }));
        for (const record of part.records) all.push(record);
        from = part.next;
        if (part.fault !== undefined) {
          all.length = before;
          await this.report([
            this.rows.record('without_audio', name, {
              code: recordsUnreadable,
              explanation: `No call details in it: ${part.fault}`,
              reason: 'RECORDS_UNREADABLE',
            }),
          ]);
        }
      } while (from && !this.cancelled);
    }
    return all;
  }

  private async take(group: Group): Promise<void> {
    const identified: Identified[] = [];
    for (const file of group) {
      const known = await this.identify(file);
      if (known) identified.push(known);
    }
    const asLegs = identified.length === 2 && identified.every(({ identity }) => identity.probe.channels === 1);
    for (const legs of asLegs ? [identified] : identified.map((one) => [one])) await this.keep(legs);
  }

  /** What a file is; undefined when it was refused or is there already, which its row then says. */
  private async identify(file: Group[number]): Promise<Identified | undefined> {
    const { record, path, name } = file;
    const { jobs, dataFolder } = this.deps;
    try {
      const identity = await jobs.run(identifyFile, { path, name, dataFolder });
      const setup_time = setupTime(record, identity, this.options.timezone);
      const import_key = importKey({ record, setup_time, tenant_id: this.options.tenant_id });
      const call_id = this.deps.store.get(selectImported, { watermark: identity.sha256, import_key });
      if (call_id === undefined) return { file, identity, import_key };
      await this.report([{ ...this.rows.file('skipped', file.name, alreadyThere), call_id }]);
    } catch (cause) {
      await this.report([this.refused(file.name, cause)]);
    }
    return undefined;
  }

  private async keep(legs: Identified[]): Promise<void> {
    const { store, jobs, archive, now } = this.deps;
    const { import_id, tenant_id } = this.options;
    const [first] = legs;
    if (!first) return;
    const { record } = first.file;
    const begun = ({ file, identity }: Identified) => setupTime(file.record, identity, this.options.timezone);
    const setup_time = Math.min(...legs.map(begun));
    const stored: string[] = [];
    const discardAll = async () => {
      for (const uuid of stored) await this.discard(uuid, setup_time);
    };
    try {
      const resolved = await this.resolve(record);
      const recipients = store.get(selectActiveKeys, { tenant_id });
      const files: NewFile[] = [];
      for (const { file, identity, import_key } of legs) {
        const uuid = randomUUID();
        stored.push(uuid);
        const { sha256, ...kept } = await jobs.run(keepFile, {
          uuid,
          path: file.path,
          probe: identity.probe,
          setup_time,
          archive,
          recipients,
        });
        if (sha256 !== identity.sha256)
          throw new Refusal('InvalidRecord', 'The file was changed while it was being read.', {}, 'CHANGED');
        // Each leg at its own start: two records of one call may tell different times.
        const start_time = file.record.connect_time ?? file.record.setup_time ?? setup_time;
        files.push({
          ...probed(identity.probe),
          ...kept,
          watermark: sha256,
          // Two legs may hold the same bytes, both silent: the first answers for both when they come again.
          import_key: files.some(({ watermark }) => watermark === sha256) ? null : import_key,
          original_name: basename(file.name),
          start_time,
          stop_time: start_time + kept.duration_ms,
        });
      }
      const call_id = randomUUID();
      const times = spanOf(legs.map((leg, n) => timesOf(leg.file.record, begun(leg), files[n]?.duration_ms ?? null)));
      const call: NewCall = {
        ...newCall({ record, setup_time, times, hasAudio: true, tenant_id, call_id, at: now() }),
        ...resolved,
      };
      const outcomes = legs.map(({ file, identity }) => ({
        ...this.rows.file('imported', file.name, saidOf(file.record, identity)),
        call_id,
        bytes: identity.size,
      }));
      if (await store.write(recordOutcomes, { import_id, outcomes, call, files })) return;
      await discardAll();
      await this.report(legs.map(({ file }) => this.rows.file('skipped', file.name, alreadyThere)));
    } catch (cause) {
      await discardAll();
      // A thread that was cut off may still be in a call of the system, and make or move a file after all.
      if (cause instanceof Silent) void cause.ended.then(discardAll);
      await this.report(legs.map(({ file }) => this.refused(file.name, cause)));
    }
  }

  /** Removes what the thread has stored of a file, however far it came. */
  private async discard(uuid: string, setupMs: number): Promise<void> {
    const { files } = this.deps;
    await files.discard({ uuid, setupMs });
    await files.discard({ uuid, setupMs, suffix: peaksSuffix });
  }

  /** Ids behind the categories and custom fields that a record names. */
  private async resolve({ categories, custom_fields }: CallRecord): Promise<Resolved> {
    const { tenant_id, create_missing } = this.options;
    const names = categories.length + Object.keys(custom_fields).length;
    if (names === 0) return { category_ids: [], custom_values: [] };
    const at = this.deps.now();
    return this.deps.store.write(resolveNames, { tenant_id, categories, custom_fields, create_missing, at });
  }

  private refused(name: string, cause: unknown): Outcome {
    const said = foreseen(cause, name);
    if (said) return this.rows.file('refused', name, said);
    this.deps.log({ import_id: this.options.import_id, ...faultOf(cause) }, 'file not imported');
    return this.rows.file('refused', name, unreadable(cause));
  }

  /** In parts, since what a thread is handed stops the main loop while it is packed. */
  private async report(outcomes: Outcome[]): Promise<void> {
    const { import_id } = this.options;
    for (let place = 0; place < outcomes.length; place += rowsAtOnce) {
      const some = outcomes.slice(place, place + rowsAtOnce);
      await this.deps.store.write(recordOutcomes, { import_id, outcomes: some });
    }
  }
}

const toldTwice = { explanation: 'Another record has told of this recording already.', reason: 'TOLD_TWICE' };

const saidOf = ({ notes }: CallRecord, { probe }: Identity): Partial<Said> => ({
  code: probe.truncated ? 'truncated' : null,
  explanation: sentence(probe.truncated ? [...notes, 'The recording ends before its header says'] : notes),
});

/** From the record, else from the file's own tags (local to the recorder), else the date of the file. */
const setupTime = ({ setup_time }: CallRecord, { probe, mtime }: Identity, timezone: string): number =>
  setup_time ?? readTime(probe.tags.recorded_at ?? '', timezone)?.ms ?? mtime;
