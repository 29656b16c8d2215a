import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ChannelRule } from '@shared/import-fields';
import { isKeptTime } from '@shared/moments';
import { type Reason, reason } from '@shared/reasons/reasons';
import type { Authenticator } from '../../../access/authenticate';
import type { FileStore } from '../../../audio/file-store';
import { discardingRefused, discardingUnfinished } from '../../../jobs/discarding';
import type { JobThreads } from '../../../jobs/job-threads';
import { faultOf, type Log } from '../../../log';
import { invalid, isRefusal, Refusal } from '../../../refusal';
import type { Change } from '../../../store/query';
import type { Store } from '../../../store/store';
import { Silent } from '../../../store/thread-pool';
import type { NewCall, NewFile } from '../../calls/calls';
import { selectActiveKeys } from '../../keys/encrypt-keys';
import { asCalls, mayBeLegs, type Part, partOf, recordOf, timesOfParts } from './call-parts';
import { isAnswered, recordKey } from './details';
import { type Identity, identifyFile, type Kept, keepFile, peaksSuffix } from './keep-job';
import { type KnownCopy, selectImported, selectOfWhole, selectRoom } from './known.queries';
import type { Group, GroupFile } from './match';
import type { CallRecord } from './metadata/record';
import { type Resolved, resolveNames } from './names.queries';
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
import { completeCall, recordCall, unanswered } from './queries';
import {
  agentChannel,
  importKey,
  namesOfAll,
  newCall,
  onTheirLegs,
  probed,
  restoredKey,
  saysWho,
  timesOf,
} from './rules';
import { sourceGone } from './scan-job';
import { mustFit } from './space';

export type StoreDeps = {
  authenticator: Authenticator;
  store: Store;
  jobs: JobThreads;
  dataFolder: string;
  archive: string;
  timezone: string;
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
  channels: ChannelRule | null;
};

type Identified = Part & { identity: Identity; import_key: string; record_key: string; names: Resolved };

/** Brings files into the archive, one call at a time. */
export class CallStore {
  constructor(
    private readonly deps: StoreDeps,
    private readonly options: ImportOptions,
    private readonly to: Report,
  ) {}

  /** Stores the files of a group as one call, or as separate calls if they are not one, and reports each file. */
  async take({ files, kind }: Group): Promise<void> {
    mustFit(files, this.deps.dataFolder);
    const identified: Identified[] = [];
    for (const file of files) {
      const known = await this.identify(file);
      if (!known) continue;
      if (identified.some((one) => isCopy(one, known)))
        await this.to.report([this.to.rows.file('skipped', file, alreadyThere)]);
      else identified.push(known);
    }
    const [only, ...others] = identified;
    const missing = kind === 'legs' && others.length === 0 && files.find((file) => file !== only?.file);
    if (only && missing) only.file.notes.push(reason('kept_alone', { file: missing.name }));
    for (const parts of asCalls(identified, kind)) await this.keep(parts, kind);
  }

  private reach() {
    return reachOf(this.options, this.deps);
  }

  private write<I, O>(change: Change<I, O>, input: I): Promise<O> {
    return this.deps.store.write(change, input, importerAt(this.options, this.deps.now()));
  }

  /** The ids of the categories and custom fields that a record names. */
  async resolve({ categories, custom_fields, whole }: CallRecord): Promise<Resolved> {
    const fields = Object.keys(custom_fields);
    const { category_ids: ofAll = [] } = this.options;
    if (categories.length + fields.length === 0) return { category_ids: ofAll, custom_values: [] };
    const idsFor = (names: string[]) => names.map(() => randomUUID());
    const new_ids = (await createsMissing(this.options, this.deps.authenticator))
      ? { categories: idsFor(categories), custom_fields: idsFor(fields) }
      : null;
    const { category_ids, custom_values } = await this.write(resolveNames, {
      categories,
      custom_fields,
      new_ids,
      parents: whole?.parents,
    });
    return { category_ids: [...new Set([...category_ids, ...ofAll])], custom_values };
  }

  /** Identifies a file; undefined when it was refused or is already there, which its row then reports. */
  private async identify(file: GroupFile): Promise<Identified | undefined> {
    const { store, jobs, dataFolder } = this.deps;
    const { tenant_id, timezone } = this.options;
    const { path } = file;
    try {
      if (file.record.refused) throw invalid(file.record.refused);
      const identity = await jobs.run(identifyFile, { origin: { path }, dataFolder });
      const { channels, duration_ms, tags } = identity.probe;
      const part = partOf(
        file,
        { channels, duration_ms, mtime: identity.mtime, recorded_at: tags.recorded_at },
        timezone,
      );
      const { knownStart, begun } = part;
      const { record } = file;
      if (!isKeptTime(begun)) throw dateOutOfRange();
      const isMisread = record.notes.some(({ code, values }) => code === 'unreadable' && values.field === 'setup_time');
      if (knownStart === null && isMisread) file.notes.push(reason('note_time_of_file'));
      const import_key = importKey({ ...record.fields, tenant_id, setup_time: record.setup_time });
      const import_keys = [import_key, ...(saysWho(record) ? [] : [restoredKey(tenant_id)])];
      const { sha256: watermark, probe } = identity;
      const record_key = recordKey(tenant_id, record, watermark);
      const times = timesOf(record, begun, probe.duration_ms);
      const told = { details: record, times, is_answered: isAnswered(record) };
      const known = await store.get(selectImported, {
        watermark,
        import_keys,
        record_key,
        told,
        reach: await this.reach(),
      });
      if (!known) return { ...part, identity, import_key, record_key, names: await this.resolve(record) };
      if (known.is === 'completes' && known.is_reached) {
        const about = { record, setup_time: begun, times, hasAudio: true, tenant_id, call_id: known.call_id };
        const call = { ...newCall(about), ...(await this.resolve(record)) };
        const outcome = { ...this.to.rows.file('skipped', file, completed), call_id: known.call_id, record_key };
        await this.write(completeCall, { import_id: this.options.import_id, call, outcome, reach: await this.reach() });
        this.to.stored([outcome]);
      } else await this.to.report([{ ...this.ofCopy(file, known), record_key }]);
    } catch (cause) {
      await this.refuse([file], cause);
    }
    return undefined;
  }

  /** The row of a file whose bytes are in a call with details that do not differ. */
  private ofCopy(file: GroupFile, { call_id, is, is_reached, left_out: fields }: KnownCopy): Outcome {
    if (!is_reached) return this.to.rows.file('refused', file, notForImport);
    const said =
      is === 'unanswered'
        ? { reasons: [unanswered(file.record.fields.to_number)] }
        : fields.length > 0
          ? { reasons: [reason('left_out', { fields })] }
          : alreadyThere;
    return { ...this.to.rows.file('skipped', file, said), call_id };
  }

  private async keep(wanted: Identified[], kind: Group['kind']): Promise<void> {
    const { store } = this.deps;
    const { import_id, tenant_id } = this.options;
    const setup_time = Math.min(...wanted.map(({ begun }) => begun));
    const record = recordOf(wanted);
    const is_answered = isAnswered(record);
    const reach = await this.reach();
    const room = await store.get(selectRoom, {
      call: { ...record.fields, tenant_id, setup_time },
      told: { details: record, times: timesOf(record, setup_time, null), is_answered },
      reach,
    });
    if (room === undefined)
      return this.to.report(wanted.map(({ file }) => this.to.rows.file('refused', file, notForImport)));
    const [parts, over] = [wanted.slice(0, room), wanted.slice(room)];
    await this.to.report(over.map(({ file }) => this.to.rows.file('refused', file, tooManyFiles)));
    if (parts.length === 0) return;
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
        const made = this.callOf(record, parts, kept, setup_time);
        return { ...made, call: await this.whole(record, made.call) };
      });
      const outcomes = parts.map(({ file, identity, record_key }) => ({
        ...this.to.rows.file('imported', file, saidOf(file, identity, joinedWith(file, parts, kind))),
        bytes: identity.size,
        record_key,
      }));
      const isNew = await discardingRefused(discard, () =>
        this.write(recordCall, { import_id, outcomes, ...made, is_answered, reach }),
      );
      if (isNew) {
        this.to.stored(outcomes);
        return;
      }
      await discard();
      // One of them came in meanwhile; the others did not.
      await this.take({ files: parts.map(({ file }) => file), kind });
    } catch (cause) {
      await this.refuse(
        parts.map(({ file }) => file),
        cause,
      );
    }
  }

  /** A call and its files, from the details of all its recordings. */
  private callOf(
    record: CallRecord,
    parts: Identified[],
    kept: Kept[],
    setup_time: number,
  ): { call: NewCall; files: NewFile[] } {
    const { tenant_id } = this.options;
    const lengths = kept.map(({ duration_ms }) => duration_ms);
    const { starts, times } = timesOfParts(parts, lengths, setup_time);
    const files = this.onChannels(newFiles(parts, kept, starts, setup_time), parts, record);
    const made = newCall({ record, setup_time, times, hasAudio: true, tenant_id, call_id: randomUUID() });
    const legs =
      mayBeLegs(parts) && !record.whole ? files.map((file, n) => ({ ...file, side: parts[n]?.file.side })) : [];
    const names = namesOfAll(parts.map((part) => part.names));
    return { call: { ...made, ...names, participants: onTheirLegs(made.participants, legs) }, files };
  }

  /** The files with the channel of their agent. */
  private onChannels(files: NewFile[], parts: Identified[], { direction }: CallRecord): NewFile[] {
    return files.map((file, n) => {
      const { whole } = parts[n]?.file.record ?? {};
      if (whole?.file) return { ...file, ...whole.file };
      const agent_channel = agentChannel(this.to.channels, direction, file.channels);
      if (agent_channel === undefined) parts[n]?.file.notes.push(reason('side_unknown', { field: 'agent_channel' }));
      return { ...file, agent_channel: agent_channel ?? null };
    });
  }

  /** A call of a page of API v2 with its id, if this import may keep it, and the participants that the tenant has as users. */
  async whole({ whole }: CallRecord, call: NewCall): Promise<NewCall> {
    if (!whole) return call;
    const { tenant_id } = this.options;
    const reach = await this.reach();
    const keepsIds = reach === 'archive' || (reach !== 'nothing' && reach.tenants === 'all' && reach.people === 'all');
    const user_ids = whole.participants.flatMap(({ user_id }) => user_id ?? []);
    const { call_id } = whole;
    const { isFree, users } = await this.deps.store.get(selectOfWhole, { call_id, tenant_id, user_ids });
    return {
      ...call,
      ...(keepsIds && isFree && { call_id }),
      participants: whole.participants.map((one) => ({
        ...one,
        user_id: one.user_id !== null && users.includes(one.user_id) ? one.user_id : null,
      })),
    };
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

/** Whether two files of a call are one, in two folders. The two sides of a call may be alike too, but not in their names. */
const isCopy = (a: Identified, b: Identified): boolean =>
  a.identity.sha256 === b.identity.sha256 && basename(a.file.name) === basename(b.file.name);

const dateOutOfRange = () => new Refusal('InvalidRecord', reason('date_out_of_range'));

function saidOf({ record, notes }: GroupFile, { probe }: Identity, joined: Reason[]): Said {
  const reasons = [...record.notes, ...probe.notes, ...joined, ...notes];
  return probe.truncated ? { code: 'truncated', reasons: [...reasons, reason('note_truncated')] } : { reasons };
}

const completed: Said = { reasons: [reason('row_completes')] };

/** The note at a file of a call with several: what it was joined with. */
function joinedWith(file: GroupFile, parts: Identified[], kind: Group['kind']): Reason[] {
  if (file.record.whole) return [];
  const [other, ...more] = parts.flatMap((part) => (part.file === file ? [] : [part.file.name]));
  if (other === undefined) return [];
  if (kind === 'legs') return [reason('joined_sides', { file: other })];
  return [
    more.length === 0 ? reason('joined_part', { file: other }) : reason('joined_parts', { count: more.length + 1 }),
  ];
}

function newFiles(parts: Identified[], kept: Kept[], starts: number[], setup_time: number): NewFile[] {
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
