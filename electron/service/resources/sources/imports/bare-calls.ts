import { randomUUID } from 'node:crypto';
import { type Reason, reason } from '@shared/reasons/reasons';
import type { Store } from '../../../store/store';
import type { NewCall } from '../../calls/calls';
import { isAnswered, recordKey } from './details';
import type { PlacedRecord } from './match';
import type { CallRecord } from './metadata/record';
import type { Resolved } from './names.queries';
import { type ImportOptions, type ImportReach, importerAt } from './options';
import { foreseen, type Outcome, type Rows, type Said } from './outcomes';
import { type BareCall, recordBareCalls } from './queries';
import { newCall, timesOf } from './rules';

type Options = {
  store: Store;
  rows: Rows;
  now: () => number;
  options: ImportOptions;
  reach: () => Promise<ImportReach>;
  resolve: (record: CallRecord) => Promise<Resolved>;
  whole: (record: CallRecord, call: NewCall) => Promise<NewCall>;
  report: (outcomes: Outcome[]) => Promise<void>;
};

/**
 * Handles records that name none of the files: creates calls without audio if requested, otherwise reports them in
 * rows, as it does those that are refused.
 */
export async function takeBare(records: readonly PlacedRecord[], deps: Options): Promise<void> {
  const { store, rows, options, report, now } = deps;
  const { import_id, metadata_only, is_watched = false } = options;
  const calls: BareCall[] = [];
  const left: Outcome[] = [];
  for (const record of records.filter(({ origin }) => !rows.has(origin))) {
    if (record.refused) left.push(rows.record('refused', record, refusedFor(record.refused)));
    else if (!metadata_only) left.push(rows.record('without_audio', record, noRecording(record)));
    else if (record.setup_time === null) left.push(rows.record('without_audio', record, noTime(record)));
    else {
      const call = await bareCall(record, record.setup_time, deps);
      if ('call' in call) calls.push(call);
      else left.push(call);
    }
  }
  if (calls.length > 0) {
    const reach = await deps.reach();
    await store.write(recordBareCalls, { import_id, calls, reach, is_watched }, importerAt(options, now()));
  }
  await report(left);
}

const refusedFor = (refused: Record<string, Reason>): Said => ({
  code: 'InvalidRecord',
  reasons: Object.values(refused),
});
const noRecording = (record: PlacedRecord): Said => ({
  reasons: [
    ...(record.candidates ? several(record) : [reason(record.file === null ? 'no_file_named' : 'no_recording')]),
    ...record.notes,
  ],
});
const several = ({ candidates: count }: PlacedRecord): Reason[] =>
  count ? [reason('several_recordings', { count })] : [];
const noTime = ({ notes }: CallRecord): Said => ({ reasons: notes.length > 0 ? notes : [reason('no_time')] });

/** A call without audio, or the row of its refusal when its names are refused. */
async function bareCall(record: PlacedRecord, setup_time: number, deps: Options): Promise<BareCall | Outcome> {
  const { rows, options, resolve } = deps;
  try {
    const names = await resolve(record);
    const call_id = randomUUID();
    const about = { record, setup_time, times: timesOf(record, setup_time, null), hasAudio: false };
    const made = { ...newCall({ ...about, tenant_id: options.tenant_id, call_id }), ...names };
    const call = await deps.whole(record, made);
    const record_key = recordKey(options.tenant_id, record, record.file ?? '');
    const outcome = {
      ...rows.record('imported', record, { reasons: [...record.notes, ...several(record)] }),
      call_id: call.call_id,
      record_key,
    };
    return { call, is_answered: isAnswered(record), outcome };
  } catch (cause) {
    const said = foreseen(cause, record.file);
    if (!said) throw cause;
    return rows.record('refused', record, said);
  }
}
