import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isKeptTime } from '@shared/moments';
import { reason } from '@shared/reasons/reasons';
import type { Authenticator } from '../../access/authenticate';
import type { FileStore } from '../../audio/file-store';
import { discardingRefused, discardingUnfinished } from '../../jobs/discarding';
import type { JobThreads } from '../../jobs/job-threads';
import { faultOf, type Log } from '../../log';
import { isRefusal, Refusal } from '../../refusal';
import type { Change } from '../../store/query';
import type { Store } from '../../store/store';
import { Silent } from '../../store/thread-pool';
import { readTime } from '../../zones';
import type { NewCall, NewFile } from '../calls';
import { selectActiveKeys } from '../encrypt-keys';
import { type Identity, identifyFile, type Kept, keepFile, peaksSuffix } from './keep-job';
import type { Group, GroupFile } from './match';
import type { CallRecord } from './metadata/record';
import { type Resolved, resolveNames } from './names/queries';
import { createsMissing, type ImportOptions, importerAt, reachOf } from './options';
import {
  alreadyThere,
  foreseen,
  notForImport,
  type Outcome,
  type Rows,
  type Said,
  tooManyFiles,
  unreadable,
} from './outcomes';
import { recordCall, selectImported, selectRoom } from './queries';
import {
  importKey,
  newCall,
  onTheirLegs,
  probed,
  restoredKey,
  saysWho,
  spanOf,
  startsOf,
  timesOf,
  together,
} from './rules';
import { sourceGone } from './scan-job';
import { mustFit } from './space';

export type StoreDeps = {
  authenticator: Authenticator;
  store: Store;
  jobs: JobThreads;
  dataFolder: string;
  archive: string;
  files: FileStore;
  now: () => number;
  elapsed: () => number;
  log: Log;
};

type Report = {
  rows: Rows;
  report: (outcomes: Outcome[]) => Promise<void>;
  /** Called with rows that were stored with their call. */
  stored: (outcomes: Outcome[]) => void;
};

/** `knownStart`: from the record, the name or the tags; `begun` falls back to the date of the file. In ms. */
type Identified = {
  file: GroupFile;
  identity: Identity;
  import_key: string;
  knownStart: number | null;
  begun: number;
  names: Resolved;
};

/** Brings files into the archive, one call at a time. */
export class CallStore {
  constructor(
    private readonly deps: StoreDeps,
    private readonly options: ImportOptions,
    private readonly to: Report,
  ) {}

  /** Stores the files of a group as one call, or as separate calls if they are not legs, and reports each file. */
  async take({ files, kind }: Group): Promise<void> {
    mustFit(files, this.deps.dataFolder);
    const identified: Identified[] = [];
    for (const file of files) {
      const known = await this.identify(file);
      if (known) identified.push(known);
    }
    const areLegs = identified.length === 2 && identified.every(({ identity }) => identity.probe.channels === 1);
    if (kind === 'legs' && !areLegs) for (const one of identified) await this.keep([one], false);
    else if (identified.length > 0) await this.keep(areLegs ? bySide(identified) : inOrder(identified), areLegs);
  }

  private reach() {
    return reachOf(this.options, this.deps.authenticator);
  }

  private write<I, O>(change: Change<I, O>, input: I): Promise<O> {
    return this.deps.store.write(change, input, importerAt(this.options, this.deps.now()));
  }

  /** The ids of the categories and custom fields that a record names. */
  async resolve({ categories, custom_fields }: CallRecord): Promise<Resolved> {
    const fields = Object.keys(custom_fields);
    if (categories.length + fields.length === 0) return { category_ids: [], custom_values: [] };
    const idsFor = (names: string[]) => names.map(() => randomUUID());
    const new_ids = (await createsMissing(this.options, this.deps.authenticator))
      ? { categories: idsFor(categories), custom_fields: idsFor(fields) }
      : null;
    return this.write(resolveNames, { categories, custom_fields, new_ids });
  }

  /** Identifies a file; undefined when it was refused or is already there, which its row then reports. */
  private async identify(file: GroupFile): Promise<Identified | undefined> {
    const { store, jobs, dataFolder } = this.deps;
    const { tenant_id, timezone } = this.options;
    const { record, path } = file;
    try {
      const identity = await jobs.run(identifyFile, { origin: { path }, dataFolder });
      const knownStart = record.setup_time ?? readTime(identity.probe.tags.recorded_at ?? '', timezone)?.ms ?? null;
      // The recorder's last write is at the end of the recording.
      const begun = knownStart ?? identity.mtime - identity.probe.duration_ms;
      if (!isKeptTime(begun)) throw dateOutOfRange();
      const import_key = importKey({ ...record.fields, tenant_id, setup_time: record.setup_time });
      const import_keys = [import_key, ...(saysWho(record) ? [] : [restoredKey(tenant_id)])];
      const known = await store.get(selectImported, {
        watermark: identity.sha256,
        import_keys,
        reach: await this.reach(),
      });
      if (!known) return { file, identity, import_key, knownStart, begun, names: await this.resolve(record) };
      const { call_id, is_reached } = known;
      const row = is_reached
        ? { ...this.to.rows.file('skipped', file, alreadyThere), call_id }
        : this.to.rows.file('refused', file, notForImport);
      await this.to.report([row]);
    } catch (cause) {
      await this.refuse([file], cause);
    }
    return undefined;
  }

  private async keep(wanted: Identified[], areLegs: boolean): Promise<void> {
    const { store } = this.deps;
    const { import_id, tenant_id } = this.options;
    const setup_time = Math.min(...wanted.map(({ begun }) => begun));
    const { protocol_call_id = null } = wanted[0]?.file.record.fields ?? {};
    const reach = await this.reach();
    const room = await store.get(selectRoom, { tenant_id, protocol_call_id, setup_time, reach });
    if (room === undefined)
      return this.to.report(wanted.map(({ file }) => this.to.rows.file('refused', file, notForImport)));
    const [parts, over] = [wanted.slice(0, room), wanted.slice(room)];
    await this.to.report(over.map(({ file }) => this.to.rows.file('refused', file, tooManyFiles)));
    const [first] = parts;
    if (!first) return;
    const stored: string[] = [];
    const discard = async () => {
      for (const uuid of stored) await this.discard(uuid, setup_time);
    };
    try {
      const made = await discardingUnfinished(discard, async () => {
        const kept: Kept[] = [];
        for (const part of parts) {
          const uuid = randomUUID();
          stored.push(uuid);
          kept.push(await this.encrypt(part, uuid, setup_time));
        }
        return this.callOf(first.file, parts, kept, setup_time, areLegs);
      });
      const outcomes = parts.map(({ file, identity }) => ({
        ...this.to.rows.file('imported', file, saidOf(file.record, identity)),
        bytes: identity.size,
      }));
      const isNew = await discardingRefused(discard, () =>
        this.write(recordCall, { import_id, outcomes, ...made, reach }),
      );
      if (isNew) {
        this.to.stored(outcomes);
        return;
      }
      await discard();
      await this.to.report(parts.map(({ file }) => this.to.rows.file('skipped', file, alreadyThere)));
    } catch (cause) {
      await this.refuse(
        parts.map(({ file }) => file),
        cause,
      );
    }
  }

  /** A call and its files, from the details of its first recording. */
  private callOf(
    { record }: GroupFile,
    parts: Identified[],
    kept: Kept[],
    setup_time: number,
    areLegs: boolean,
  ): { call: NewCall; files: NewFile[] } {
    const { tenant_id } = this.options;
    const files = newFiles(parts, kept, setup_time, areLegs);
    const times = spanOf(
      parts.map(({ file, knownStart }, n) =>
        timesOf(file.record, knownStart ?? files[n]?.start_time ?? setup_time, kept[n]?.duration_ms ?? null),
      ),
    );
    const made = newCall({ record, setup_time, times, hasAudio: true, tenant_id, call_id: randomUUID() });
    const legs = areLegs ? files.map((file, n) => ({ ...file, side: parts[n]?.file.side })) : [];
    const names = together(parts.map((part) => part.names));
    return { call: { ...made, ...names, participants: onTheirLegs(made.participants, legs) }, files };
  }

  private async encrypt({ file, identity }: Identified, uuid: string, setup_time: number): Promise<Kept> {
    const { store, jobs, archive } = this.deps;
    const { path } = file;
    const recipients = await store.get(selectActiveKeys, { tenant_id: this.options.tenant_id });
    const kept = await jobs.run(keepFile, {
      uuid,
      origin: { path },
      probe: identity.probe,
      setup_time,
      archive,
      recipients,
    });
    if (kept.sha256 !== identity.sha256) throw new Refusal('InvalidRecord', reason('file_changed'));
    return kept;
  }

  /** Removes everything that the thread has stored of a file, at any step. */
  private async discard(uuid: string, setupMs: number): Promise<void> {
    const { files } = this.deps;
    await files.discard({ uuid, setupMs });
    await files.discard({ uuid, setupMs, suffix: peaksSuffix });
  }

  /** A full disk and a missing source are not errors of the file: they end the run. */
  private async refuse(files: GroupFile[], cause: unknown): Promise<void> {
    if (isRefusal(cause, 'InsufficientStorage')) throw cause;
    // On a drive that does not respond, this check would hang too.
    if (!(cause instanceof Silent) && (await this.isSourceGone())) throw sourceGone();
    await this.to.report(files.map((file) => this.refused(file, cause)));
  }

  private async isSourceGone(): Promise<boolean> {
    for (const path of this.options.paths) {
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      if (isThere) return false;
    }
    return true;
  }

  private refused(file: GroupFile, cause: unknown): Outcome {
    const said = foreseen(cause, file.name);
    if (said) return this.to.rows.file('refused', file, said);
    this.note(cause, 'file not imported');
    return this.to.rows.file('refused', file, { code: 'InternalError', reasons: [unreadable(cause)] });
  }

  private note(cause: unknown, what: string): void {
    this.deps.log({ import_id: this.options.import_id, ...faultOf(cause) }, what);
  }
}

const dateOutOfRange = () => new Refusal('InvalidRecord', reason('date_out_of_range'));

const saidOf = ({ notes }: CallRecord, { probe }: Identity): Said =>
  probe.truncated ? { code: 'truncated', reasons: [...notes, reason('note_truncated')] } : { reasons: notes };

const names = new Intl.Collator('en', { numeric: true });
const inOrder = (parts: Identified[]) =>
  [...parts].sort((a, b) => a.begun - b.begun || names.compare(a.file.name, b.file.name));

/** Puts the agent's leg first. */
const bySide = (legs: Identified[]) =>
  inOrder(legs).sort((a, b) => Number(b.file.side === 'agent') - Number(a.file.side === 'agent'));

function newFiles(parts: Identified[], kept: Kept[], setup_time: number, areLegs: boolean): NewFile[] {
  const lengths = kept.map(({ duration_ms }, n) => {
    const { file, knownStart = null } = parts[n] ?? {};
    return { knownStart: file?.record.connect_time ?? knownStart, duration_ms };
  });
  const starts = startsOf(lengths, setup_time, areLegs);
  return parts.flatMap(({ file, identity, import_key }, n) => {
    const one = kept[n];
    if (!one) return [];
    const { sha256: watermark, ...columns } = one;
    const start_time = starts[n] ?? setup_time;
    return {
      ...probed(identity.probe),
      ...columns,
      watermark,
      import_key,
      original_name: basename(file.name),
      start_time,
      stop_time: start_time + columns.duration_ms,
    };
  });
}
