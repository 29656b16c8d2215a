import { PartyType } from '@shared/codes';
import type { Talk, TalkMetrics } from '@shared/contract/calls';
import { talkFigureNames } from '@shared/talk-figures';
import type { Levels } from '../../../../audio/talk';
import { type HeardFile, measureTalk, talkVersion } from '../../../../audio/talk';
import type { Connection } from '../../../../store/connection';
import { jsonObject } from '../../../../store/fragments';
import { change, query } from '../../../../store/query';
import { columnsOf, decimal, type Fields } from '../../../../store/sql';
import { callChanges } from '../announced.queries';
import { orderByTalk } from '../order.queries';

const shares = ['talk_share_agent', 'talk_share_customer', 'silence_share', 'overlap_share'] as const;
const plain = [
  ...(['version', 'channels', 'total_ms', 'talk_ms_agent', 'talk_ms_customer', 'silence_ms', 'overlap_ms'] as const),
  ...(['longest_silence_ms', 'longest_monologue_ms', 'longest_monologue_side'] as const),
  ...(['interruptions', 'interruptions_agent', 'interruptions_customer'] as const),
] as const;

const fields: Fields<Talk> = {
  ...columnsOf('t', plain),
  ...(Object.fromEntries(shares.map((name) => [name, decimal(`t.${name}`)])) as Record<
    (typeof shares)[number],
    string
  >),
};

/** SQL: the talk of the call `c` as JSON; NULL before it is measured. */
export const talkOf = `json((SELECT ${jsonObject<Talk>(fields)} FROM call_talk t WHERE t.call_pk = c.call_pk))`;

type CallFile = Omit<HeardFile, 'levels'> & { file_id: string };

/** The files of a call as they are measured, and when its agent joined. */
function heardIn(db: Connection, call_pk: number): { files: CallFile[]; agent_joined: number | null } {
  const files = db
    .prepare<object, CallFile>(`
      SELECT file_id, start_time, stop_time, agent_channel FROM call_files WHERE call_pk = @call_pk ORDER BY file_id`)
    .all({ call_pk });
  const agent = db
    .prepare<object, { join_time: number | null }>(`
      SELECT join_time FROM call_participants
      WHERE call_pk = @call_pk AND party_type = @party_type ORDER BY participant_id LIMIT 1`)
    .get({ call_pk, party_type: PartyType.agent });
  return { files, agent_joined: agent?.join_time ?? null };
}

/**
 * Measures the talk of a call whose files have changed, inside the caller's transaction, if the levels of all its files are
 * here, by their ids; otherwise it is measured later, because the audio has to be opened.
 */
export function noteTalk(db: Connection, call_pk: number, levels: ReadonlyMap<string, Levels> = new Map()): void {
  const { files, agent_joined } = heardIn(db, call_pk);
  const heard = files.flatMap((file) => {
    const own = levels.get(file.file_id);
    return own ? [{ ...file, levels: own }] : [];
  });
  if (heard.length < files.length) {
    forgetTalk(db, call_pk);
    db.prepare<object>(`
      INSERT INTO talk_pending (call_pk) VALUES (@call_pk) ON CONFLICT (call_pk) DO UPDATE SET state = 'due'`).run({
      call_pk,
    });
  } else storeTalk(db, call_pk, measureTalk(heard, agent_joined));
}

function storeTalk(db: Connection, call_pk: number, talk: Talk | null): void {
  db.prepare<object>('DELETE FROM talk_pending WHERE call_pk = @call_pk').run({ call_pk });
  forgetTalk(db, call_pk);
  if (!talk) return;
  const names = [...plain, ...shares];
  const hundredths = (share: number | null) => (share === null ? null : Math.round(share * 100));
  const columns = { ...talk, ...Object.fromEntries(shares.map((name) => [name, hundredths(talk[name])])) };
  db.prepare<object>(`
    INSERT INTO call_talk (call_pk, ${names.join(', ')})
    VALUES (@call_pk, ${names.map((name) => `@${name}`).join(', ')})`).run({ call_pk, ...columns });
  orderByTalk(db, call_pk, {
    ...columns,
    longest_silence: talk.longest_silence_ms,
    longest_monologue: talk.longest_monologue_ms,
  });
}

function forgetTalk(db: Connection, call_pk: number): void {
  db.prepare<object>('DELETE FROM call_talk WHERE call_pk = @call_pk').run({ call_pk });
  orderByTalk(db, call_pk, Object.fromEntries(talkFigureNames.map((name) => [name, null])));
}

/** A file whose waveform is to be read. */
export type Unmeasured = CallFile & {
  peaks_path: string;
  peaks_tag: string | null;
  duration_ms: number;
  channels: number;
};
export type UnmeasuredCall = { call_pk: number; agent_joined: number | null; files: Unmeasured[] };

/** The newest calls that are to be measured, with their files. */
export const selectDueTalk = query('talk.due', (db, { limit }: { limit: number }): UnmeasuredCall[] => {
  const due = db
    .prepare<object, { call_pk: number }>(`
      SELECT call_pk FROM talk_pending WHERE state = 'due' ORDER BY call_pk DESC LIMIT @limit`)
    .all({ limit });
  return due.map(({ call_pk }) => {
    const files = db
      .prepare<object, Unmeasured>(`
        SELECT file_id, start_time, stop_time, agent_channel, peaks_path, peaks_tag, duration_ms, channels
        FROM call_files WHERE call_pk = @call_pk ORDER BY file_id`)
      .all({ call_pk });
    return { call_pk, files, agent_joined: heardIn(db, call_pk).agent_joined };
  });
});

/** What became of a call: its talk, or why it was not measured. `file_ids`: of the files that were read. */
export type Measured = { call_pk: number; file_ids: string[]; outcome: Talk | null | 'waiting' | 'failed' };

/** Stores what was measured, unless the files of the call have changed since. */
export const storeMeasured = change(
  'talk.store',
  (db, { measured }: { measured: readonly Measured[] }): void => {
    for (const { call_pk, file_ids, outcome } of measured) {
      const call = db
        .prepare<object, { call_id: string }>(`
          SELECT c.call_id FROM calls c JOIN talk_pending p USING (call_pk) WHERE c.call_pk = @call_pk`)
        .get({ call_pk });
      const now = heardIn(db, call_pk).files.map(({ file_id }) => file_id);
      if (!call || now.join() !== file_ids.join()) continue;
      if (outcome === 'waiting' || outcome === 'failed')
        db.prepare<object>('UPDATE talk_pending SET state = @state WHERE call_pk = @call_pk').run({
          call_pk,
          state: outcome,
        });
      else {
        storeTalk(db, call_pk, outcome);
        callChanges.announce(db, call.call_id, { change: 'changed' });
      }
    }
  },
  { essential: true },
);

type Heard = { call_id: string; levels: Record<string, Levels> };

/** Measures a call that waits, whose waveform somebody opens. */
export const measureOpened = change(
  'talk.opened',
  (db, { call_id, levels }: Heard): void => {
    const call = db
      .prepare<object, { call_pk: number }>(`
        SELECT c.call_pk FROM calls c JOIN talk_pending p USING (call_pk) WHERE c.call_id = @call_id`)
      .get({ call_id });
    if (!call) return;
    noteTalk(db, call.call_pk, new Map(Object.entries(levels)));
    callChanges.announce(db, call_id, { change: 'changed' });
  },
  { essential: true },
);

/** Whether the talk of a call is not measured yet. */
export const isTalkPending = query(
  'talk.is-pending',
  (db, { call_id }: { call_id: string }): boolean =>
    db
      .prepare<object>('SELECT 1 FROM calls c JOIN talk_pending p USING (call_pk) WHERE c.call_id = @call_id')
      .get({ call_id }) !== undefined,
);

/** At a start: calls that waited for a key or that failed are tried again, and so are those that were measured in another way. */
export const retryTalk = change('talk.retry', (db): void => {
  db.prepare("UPDATE talk_pending SET state = 'due' WHERE state <> 'due'").run();
  // No index finds what is `<>`, and a start would read every call.
  db.prepare<object>(`
    INSERT INTO talk_pending (call_pk) SELECT call_pk FROM call_talk WHERE version < @version OR version > @version
    ON CONFLICT (call_pk) DO NOTHING`).run({ version: talkVersion });
});

/** How many calls are measured, and how many are not, by why. */
export const countTalk = query('talk.count', (db): Omit<TalkMetrics, 'version' | 'status'> => {
  const counts = db
    .prepare<[], { state: string; n: number }>('SELECT state, count(*) AS n FROM talk_pending GROUP BY state')
    .all();
  const of = (state: string) => counts.find((one) => one.state === state)?.n ?? 0;
  // One that was measured in another way waits to be measured again.
  const done =
    db
      .prepare<object, { n: number }>('SELECT count(*) AS n FROM call_talk WHERE version = @version')
      .get({ version: talkVersion })?.n ?? 0;
  const [due, waiting, failed] = [of('due'), of('waiting'), of('failed')];
  return { total: done + due + waiting + failed, done, waiting, failed };
});
