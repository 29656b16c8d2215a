import type { Import, ImportReason } from '@shared/contract/imports';
import { type Reason, reason } from '@shared/reasons/reasons';
import { freeBytes } from '../../../disk';
import { faultOf } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import type { Change } from '../../../store/query';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import { takeBare } from './bare-calls';
import { CallRecords } from './call-records';
import { CallStore, type StoreDeps } from './call-store';
import { differ, isAnswered } from './details';
import { inParts } from './in-parts';
import { groupFiles } from './match';
import type { ReadOptions } from './metadata/headers';
import type { CallRecord } from './metadata/record';
import { howOf, type ImportOptions, importerAt, reachOf } from './options';
import { sourceKey } from './origin';
import { foreseen, notesOf, type Outcome, type Progress, Rows, type Said, unreadable } from './outcomes';
import { recordOutcomes, selectProgress, setImportReading, setImportRows, setImportTotal, unanswered } from './queries';
import { namesBy, optionsOf, scanPaths } from './reading/plan';
import { type Records, readRecords } from './records-job';
import type { Found } from './scan-job';
import { mustFit, neededBytes } from './space';

/** Nothing says how dates are to be read: a person must. */
class Undecided extends Error {}

/** The end of a run. One that asks waits for an answer. A paused import waits for space; a stopped one may be continued. */
export type RunEnd =
  | { status: 'done' }
  | { status: 'asks' }
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
  /** What was noted about files of call records, by their path. */
  private readonly notes = new Map<string, Reason[]>();

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
      if (cause instanceof Undecided) return { status: 'asks' };
      if (isRefusal(cause, 'InsufficientStorage')) {
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
    const { import_id, tenant_id, paths, is_watched } = this.options;
    const areReal = is_watched === true;
    const how = await howOf(this.options, this.deps);
    const source = await jobs.run(scanPaths, { paths, dataFolder, areReal, how }, import_id);
    const { audio, records, others, plan } = source;
    const { preset, questions } = plan;
    const preset_id = preset?.preset_id ?? null;
    await this.write(setImportReading, { import_id, preset_id, preset_name: preset?.name ?? null, questions });
    if (!is_watched && questions.some(({ code }) => code === 'date_order')) throw new Undecided();
    const before = await this.progress();
    const rows = new Rows(before);
    for await (const some of inParts(audio)) {
      for (const file of some) if (!rows.has(file)) this.left.set(sourceKey(file), file);
    }
    await this.write(setImportTotal, { import_id, total: before.files + this.left.size });
    if ((await store.get(selectActiveKeys, { tenant_id })).length === 0)
      throw new Refusal('KeychainUnavailable', reason('no_active_key'));
    if (!this.evenIfFull) mustFit([...this.left.values()], dataFolder);
    const report = (outcomes: Outcome[]) => this.report(outcomes);
    const known = await CallRecords.of(audio, (file) => this.partsOf(file, optionsOf(plan, file, how)));
    for (const file of records) {
      const fault = rows.has(file) || this.isStopped ? undefined : await known.match(file);
      if (this.isStopped) break;
      const notes = this.notes.get(file.path);
      if (fault !== undefined) await report([rows.recordFile(file, fault)]);
      else if (notes && !rows.has(notesOf(file))) await report([rows.notedFile(file, notes)]);
      else if (!is_watched && known.isEmpty(file)) others.push({ ...file, why: 'other_no_rows' });
    }
    if (this.isStopped) return;
    await this.countRows(known);
    const groups = await groupFiles(audio, known.owners, namesBy(plan, how));
    const stored = (some: Outcome[]) => this.forget(some);
    const calls = new CallStore(this.deps, this.options, { rows, report, stored, channels: plan.channels.rule });
    for await (const some of inParts(groups)) {
      for (const { files, kind } of some) {
        if (this.isStopped) return;
        const left = files.filter((file) => !rows.has(file));
        if (left.length > 0) await calls.take({ files: left, kind });
      }
    }
    for await (const some of inParts(others.filter((file) => !rows.has(file)))) {
      if (this.isStopped) return;
      await report(some.map((file) => rows.other(file, reason(file.why))));
    }
    for await (const { bare, repeated, fault } of known.rest()) {
      if (this.isStopped) return;
      if (fault) {
        await this.countRows(known);
        await report([rows.recordFile(fault.file, fault.reason)]);
      }
      const left = repeated.filter(({ record }) => !rows.has(record.origin));
      await report(
        left.map(({ record, file }) => ({
          ...rows.record('skipped', record, saidOfRepeated(record, known.owners.get(file))),
          call_of: sourceKey(file),
        })),
      );
      if (is_watched && !this.options.metadata_only) continue;
      await takeBare(bare, {
        store,
        rows,
        now: this.deps.now,
        options: this.options,
        reach: () => reachOf(this.options, this.deps),
        resolve: (record) => calls.resolve(record),
        whole: (record, call) => calls.whole(record, call),
        report,
      });
    }
  }

  private countRows({ count, owners }: CallRecords): Promise<void> {
    const { import_id, is_watched } = this.options;
    return this.write(setImportRows, {
      import_id,
      rows: count.records,
      rows_with_audio: owners.size,
      ...(is_watched && !this.options.metadata_only && { rows_without_audio: count.bare }),
    });
  }

  /** The rows of earlier runs, in pages: there may be millions. */
  private async progress(): Promise<Progress> {
    const { import_id } = this.options;
    const before: Progress = { last: 0, keys: new Set(), files: 0 };
    while (!this.isStopped) {
      const page = await this.deps.store.get(selectProgress, { import_id, after: before.last });
      for (const { source_key, is_audio } of page) {
        if (source_key !== null) before.keys.add(source_key);
        before.files += is_audio;
      }
      const last = page.at(-1);
      if (!last) break;
      before.last = last.row;
    }
    return before;
  }

  private async *partsOf({ path, name }: Found, options: ReadOptions): AsyncGenerator<Records> {
    const { import_id } = this.options;
    let from: Records['next'] = null;
    do {
      if (this.isStopped) return;
      const part: Records = await this.deps.jobs
        .run(readRecords, { path, options, from }, import_id)
        .catch((cause: unknown) => ({
          records: [],
          next: null,
          fault: foreseen(cause, name)?.reasons[0] ?? unreadable(cause),
        }));
      if (part.notes?.length) this.notes.set(path, part.notes);
      yield part;
      from = part.next;
    } while (from);
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

/** The message for a row about a recording that another row, `owner`, describes. */
function saidOfRepeated(record: CallRecord, owner: CallRecord | undefined): Said {
  const fields = owner ? differ(owner, record) : [];
  const isOther = fields.length > 0 || (owner && isAnswered(owner) !== false);
  if (isAnswered(record) === false && isOther) return { reasons: [unanswered(record.fields.to_number)] };
  return { reasons: [fields.length > 0 ? reason('described_otherwise', { fields }) : reason('described_already')] };
}

function reasonOf(cause: unknown): ImportReason {
  if (!isRefusal(cause)) return 'FAULT';
  if (cause.code === 'KeychainUnavailable') return 'NO_KEY';
  if (cause.reason.code === 'source_gone') return 'SOURCE_GONE';
  return cause.reason.code === 'own_data_folder' ? 'OWN_DATA_FOLDER' : 'FAULT';
}
