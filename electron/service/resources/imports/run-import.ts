import type { Import, ImportReason } from '@shared/contract/imports';
import { reason } from '@shared/reasons/reasons';
import { freeBytes } from '../../disk';
import { faultOf } from '../../log';
import { isRefusal, Refusal } from '../../refusal';
import type { Change } from '../../store/query';
import { selectActiveKeys } from '../encrypt-keys';
import { takeBare } from './bare-calls';
import { CallStore, type StoreDeps } from './call-store';
import { inParts } from './in-parts';
import { matchRecords, type PlacedRecord } from './match';
import type { ImportOptions } from './options';
import { importerAt } from './options';
import { sourceKey } from './origin';
import { foreseen, type Outcome, Rows, type Said, unreadable } from './outcomes';
import { recordOutcomes, selectProgress, setImportRows, setImportTotal } from './queries';
import { type Records, readRecords } from './records-job';
import { type Found, scanPaths } from './scan-job';
import { isFull, mustFit, neededBytes } from './space';

/** The end of a run. A paused import waits for space; a stopped one may be continued. */
export type RunEnd =
  | { status: 'done' }
  | { status: 'stopped' }
  | { status: 'failed'; reason: ImportReason }
  | ({ status: 'paused' } & { [K in 'needed_bytes' | 'free_bytes']: NonNullable<Import[K]> });

/**
 * One run of an import: scan, read records, then probe, encrypt and store call by call. Skips everything that has a row
 * from an earlier run, so an import continues after a pause, a restart or a kill by running again.
 */
export class ImportRun {
  private isStopped = false;
  /** Audio files without a row, by their key. */
  private readonly left = new Map<string, Found>();

  constructor(
    private readonly deps: StoreDeps,
    private readonly options: ImportOptions,
    /** Imports as much as fits, instead of waiting for space for all of it. */
    private readonly evenIfFull: boolean,
  ) {}

  /** Stops after the current call. Stored calls are kept. */
  stop(): void {
    this.isStopped = true;
    this.deps.jobs.cancel(this.options.import_id);
  }

  /** Runs until it is finished, paused, failed or stopped; never throws. */
  async run(): Promise<RunEnd> {
    const { log, dataFolder } = this.deps;
    try {
      if (!this.isStopped) await this.work();
      return { status: this.isStopped ? 'stopped' : 'done' };
    } catch (cause) {
      if (this.isStopped) return { status: 'stopped' };
      if (isFull(cause)) {
        const needed_bytes = neededBytes([...this.left.values()]);
        return { status: 'paused', needed_bytes, free_bytes: freeBytes(dataFolder) };
      }
      const reason = reasonOf(cause);
      if (reason === 'FAULT') log({ import_id: this.options.import_id, ...faultOf(cause) }, 'import failed');
      return { status: 'failed', reason };
    }
  }

  private async work(): Promise<void> {
    const { store, jobs, dataFolder } = this.deps;
    const { import_id, tenant_id, paths, timezone } = this.options;
    const { audio, records } = await jobs.run(scanPaths, { paths, dataFolder }, import_id);
    const before = await store.read(selectProgress, { import_id });
    const rows = new Rows(before);
    for await (const some of inParts(audio)) {
      for (const file of some) if (!rows.has(file)) this.left.set(sourceKey(file), file);
    }
    await this.write(setImportTotal, { import_id, total: before.files + this.left.size });
    if ((await store.get(selectActiveKeys, { tenant_id })).length === 0)
      throw new Refusal('KeychainUnavailable', reason('no_active_key'));
    if (!this.evenIfFull) mustFit([...this.left.values()], dataFolder);
    const report = (outcomes: Outcome[]) => this.report(outcomes);
    const known = await this.readAll(records, rows);
    const { groups, withoutAudio, repeated } = await matchRecords(audio, known, timezone);
    const rows_with_audio = known.length - withoutAudio.length - repeated.length;
    await this.write(setImportRows, { import_id, rows: known.length, rows_with_audio });
    const calls = new CallStore(this.deps, this.options, { rows, report, stored: (some) => this.forget(some) });
    for await (const some of inParts(groups)) {
      for (const { files, kind } of some) {
        if (this.isStopped) return;
        const left = files.filter((file) => !rows.has(file));
        if (left.length > 0) await calls.take({ files: left, kind });
      }
    }
    for await (const some of inParts(repeated)) {
      const left = some.filter(({ record }) => !rows.has(record.origin));
      await report(
        left.map(({ record, file }) => ({
          ...rows.record('skipped', record, repeatedRecord),
          call_of: sourceKey(file),
        })),
      );
    }
    await takeBare(withoutAudio, {
      store,
      rows,
      now: this.deps.now,
      options: this.options,
      resolve: (record) => calls.resolve(record),
      report,
      isStopped: () => this.isStopped,
    });
  }

  private async readAll(files: Found[], rows: Rows): Promise<PlacedRecord[]> {
    const { import_id, timezone, mapping } = this.options;
    const all: PlacedRecord[] = [];
    for (const found of files) {
      if (rows.has(found)) continue;
      const before = all.length;
      const { path, name } = found;
      let from: Records['next'] = null;
      do {
        if (this.isStopped) return all;
        const part: Records = await this.deps.jobs
          .run(readRecords, { path, options: { timezone, mapping }, from }, import_id)
          .catch((cause: unknown) => ({
            records: [],
            next: null,
            fault: foreseen(cause, name)?.reasons[0] ?? unreadable(cause),
          }));
        for (const record of part.records)
          all.push({ ...record, origin: { path, place: all.length - before }, record_file: name });
        from = part.next;
        if (part.fault !== undefined && !this.isStopped) {
          all.length = before;
          await this.report([rows.recordFile(found, part.fault)]);
        }
      } while (from);
    }
    return all;
  }

  private write<I, O>(change: Change<I, O>, input: I): Promise<O> {
    return this.deps.store.write(change, input, importerAt(this.options, this.deps.now()));
  }

  private async report(outcomes: Outcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await this.write(recordOutcomes, { import_id: this.options.import_id, outcomes });
    this.forget(outcomes);
  }

  private forget(outcomes: Outcome[]): void {
    for (const { source_key } of outcomes) this.left.delete(source_key);
  }
}

const repeatedRecord: Said = { reasons: [reason('described_already')] };

function reasonOf(cause: unknown): ImportReason {
  if (!isRefusal(cause)) return 'FAULT';
  if (cause.code === 'KeychainUnavailable') return 'NO_KEY';
  if (cause.reason.code === 'source_gone') return 'SOURCE_GONE';
  return cause.reason.code === 'own_data_folder' ? 'OWN_DATA_FOLDER' : 'FAULT';
}
