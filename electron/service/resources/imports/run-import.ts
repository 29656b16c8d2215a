import { randomUUID } from 'node:crypto';
import type { ImportRow } from '@shared/contract/imports';
import type { FileStore } from '../../audio/file-store';
import type { JobThreads } from '../../jobs/job-threads';
import { Refusal } from '../../refusal';
import type { Store } from '../../store/store';
import { readTime } from '../../zones';
import type { NewCall, NewFile } from '../calls';
import { selectActiveKeys } from '../encrypt-keys';
import { type Found, type Identity, identifyFile, keepFile, type Records, readRecords, scanPaths } from './job';
import { type Group, matchRecords } from './match';
import type { CallRecord } from './metadata/record';
import {
  finishImport,
  insertBareCalls,
  isImported,
  type Outcome,
  type Resolved,
  recordOutcomes,
  resolveNames,
  setImportTotal,
} from './queries';
import { foreseen, importKey, newCall, probed, type Said, unreadable } from './rules';

const rowsAtOnce = 500;

export type ImportOptions = {
  import_id: string;
  tenant_id: string;
  paths: string[];
  timezone: string;
  mapping: Record<string, string>;
  create_missing: boolean;
  /** Rows that name no file here become calls without audio (command line only). */
  metadata_only: boolean;
};
type Deps = {
  store: Store;
  jobs: JobThreads;
  archive: string;
  files: FileStore;
  now: () => number;
  log: (entry: Record<string, unknown>, message: string) => void;
};
type Identified = { file: Group[number]; identity: Identity; import_key: string };

/** One import under way: scan, read records, then file by file probe, encrypt, store. */
export class ImportRun {
  private cancelled = false;
  private rows = 0;
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
      log({ import_id, stack: cause instanceof Error ? cause.stack : String(cause) }, 'import failed');
      await end('failed').catch(() => undefined);
    }
  }

  private async work(): Promise<void> {
    const { store, jobs } = this.deps;
    const { import_id, tenant_id, paths, timezone } = this.options;
    const scan = await Promise.race([jobs.run(scanPaths, { paths }), this.stopped]);
    if (!scan) return;
    const { audio, records } = scan;
    await store.write(setImportTotal, { import_id, total: audio.length });
    if (store.get(selectActiveKeys, { tenant_id }).length === 0)
      throw new Error('No key is active to encrypt recordings with.');
    const known = await this.readAll(records);
    if (this.cancelled) return;
    const { groups, withoutAudio } = await matchRecords(audio, known, timezone);
    for (const group of groups) {
      if (this.cancelled) return;
      await this.take(group);
    }
    await this.takeBare(withoutAudio);
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
            this.outcome('without_audio', name, {
              code: 'records_unreadable',
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
    const { record } = file;
    try {
      const identity = await this.deps.jobs.run(identifyFile, { path: file.path, name: file.name });
      const setup_time = setupTime(record, identity, this.options.timezone);
      const import_key = importKey({ record, setup_time, tenant_id: this.options.tenant_id });
      if (!this.deps.store.get(isImported, { watermark: identity.sha256, import_key }))
        return { file, identity, import_key };
      await this.report([this.alreadyThere(file.name)]);
    } catch (cause) {
      await this.report([this.refused(file.name, cause)]);
    }
    return undefined;
  }

  private async keep(legs: Identified[]): Promise<void> {
    const { store, jobs, archive, files: archived, now } = this.deps;
    const { import_id, tenant_id } = this.options;
    const [first] = legs;
    if (!first) return;
    const { record } = first.file;
    const stored: string[] = [];
    try {
      const resolved = await this.resolve(record);
      const setup_time = setupTime(record, first.identity, this.options.timezone);
      const recipients = store.get(selectActiveKeys, { tenant_id });
      const files: NewFile[] = [];
      for (const { file, identity, import_key } of legs) {
        const { sha256, ...kept } = await jobs.run(keepFile, {
          path: file.path,
          probe: identity.probe,
          setup_time,
          archive,
          recipients,
        });
        stored.push(kept.file_path, kept.peaks_path);
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
          start_time,
          stop_time: start_time + kept.duration_ms,
        });
      }
      const call_id = randomUUID();
      const duration_ms = Math.max(...files.map((file) => file.duration_ms));
      const spoken = nameless(record) ? { ...record, fields: { ...record.fields, from_name: titleOf(first) } } : record;
      const call: NewCall = {
        ...newCall({ record: spoken, setup_time, duration_ms, tenant_id, call_id, at: now() }),
        ...resolved,
      };
      const outcomes = legs.map(({ file, identity }) => ({
        ...this.outcome('imported', file.name, {
          code: identity.probe.truncated ? 'truncated' : null,
          explanation: this.explain(file.record, identity),
        }),
        call_id,
        bytes: identity.size,
      }));
      if (await store.write(recordOutcomes, { import_id, outcomes, call, files })) return;
      await Promise.all(stored.map((path) => archived.remove(path)));
      await this.report(legs.map(({ file }) => this.alreadyThere(file.name)));
    } catch (cause) {
      await Promise.all(stored.map((path) => archived.remove(path)));
      await this.report(legs.map(({ file }) => this.refused(file.name, cause)));
    }
  }

  private async takeBare(records: CallRecord[]): Promise<void> {
    const { store } = this.deps;
    const { metadata_only } = this.options;
    for (let place = 0; place < records.length && !this.cancelled; place += rowsAtOnce) {
      const some = records.slice(place, place + rowsAtOnce);
      const timed = metadata_only ? some.filter(({ setup_time }) => setup_time !== null) : [];
      const calls: NewCall[] = [];
      for (const record of timed) {
        const call = await this.bareCall(record, record.setup_time ?? 0);
        if (call) calls.push(call);
      }
      if (calls.length > 0) await store.write(insertBareCalls, { calls });
      const left = some.filter((record) => !timed.includes(record));
      await this.report(
        left.map((record) =>
          this.outcome('without_audio', record.file, { explanation: 'No recording here has this name.' }),
        ),
      );
    }
  }

  /** A call without audio; undefined when its names are refused, which its row then says. */
  private async bareCall(record: CallRecord, setup_time: number): Promise<NewCall | undefined> {
    const { tenant_id } = this.options;
    try {
      const resolved = await this.resolve(record);
      const at = this.deps.now();
      return {
        ...newCall({ record, setup_time, duration_ms: null, tenant_id, call_id: randomUUID(), at }),
        ...resolved,
      };
    } catch (cause) {
      const said = foreseen(cause);
      if (!said) throw cause;
      await this.report([this.outcome('without_audio', record.file, said)]);
      return undefined;
    }
  }

  /** Ids behind the categories and custom fields that a record names. */
  private async resolve({ categories, custom_fields }: CallRecord): Promise<Resolved> {
    const { tenant_id, create_missing } = this.options;
    const names = categories.length + Object.keys(custom_fields).length;
    if (names === 0) return { category_ids: [], custom_values: [] };
    const at = this.deps.now();
    return this.deps.store.write(resolveNames, { tenant_id, categories, custom_fields, create_missing, at });
  }

  private explain({ notes }: CallRecord, { probe }: Identity): string | null {
    const all = probe.truncated ? [...notes, 'The recording ends before its header says'] : notes;
    return all.length > 0 ? `${all.join('. ')}.` : null;
  }

  private alreadyThere(name: string): Outcome {
    return this.outcome('skipped', name, { explanation: 'Already there.', reason: 'ALREADY_THERE' });
  }

  private refused(name: string, cause: unknown): Outcome {
    const said = foreseen(cause);
    if (said) return this.outcome('refused', name, said);
    const stack = cause instanceof Error ? cause.stack : String(cause);
    this.deps.log({ import_id: this.options.import_id, row: this.rows + 1, stack }, 'file not imported');
    return this.outcome('refused', name, unreadable(cause));
  }

  private outcome(outcome: ImportRow['outcome'], file: string | null, said: Partial<Said>): Outcome {
    const { code = null, explanation = null, reason = null } = said;
    return { row: ++this.rows, file, outcome, code, explanation, reason, call_id: null, bytes: 0 };
  }

  private async report(outcomes: Outcome[]): Promise<void> {
    if (outcomes.length > 0)
      await this.deps.store.write(recordOutcomes, { import_id: this.options.import_id, outcomes });
  }
}

/** From the record, else from the file's own tags (local to the recorder), else the date of the file. */
const setupTime = ({ setup_time }: CallRecord, { probe, mtime }: Identity, timezone: string): number =>
  setup_time ?? readTime(probe.tags.recorded_at ?? '', timezone)?.ms ?? mtime;

const nameless = ({ fields }: CallRecord) =>
  !['from_number', 'from_name', 'to_number', 'to_name'].some((name) => fields[name]);

/** What to call a recording that nothing names: its title, else its file's name. */
const titleOf = ({ file, identity }: Identified): string =>
  identity.probe.tags.title ?? (file.name.split(/[\\/]/).at(-1) ?? file.name).replace(/\.\w+$/, '');
