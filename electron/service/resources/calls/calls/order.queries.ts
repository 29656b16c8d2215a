import { type TalkFigure, talkFigureNames } from '@shared/talk-figures';
import type { Connection } from '../../../store/connection';
import { folded } from '../../../store/fragments';
import { agentName, inside, otherParty, outside } from './reach.queries';

/** The texts that a call `c` is sorted by, folded. */
const sorted = {
  customer: folded(otherParty),
  number: folded(outside('number')),
  agent: folded(`coalesce(${agentName}, ${inside('number')})`),
};
const names = ['duration', ...Object.keys(sorted)];

/** Stores what a call is sorted by, from its stored fields, inside the caller's transaction. */
export function orderCall(db: Connection, call_pk: number): void {
  db.prepare<object>(`
    INSERT INTO call_order (call_pk, ${names.join(', ')})
    SELECT c.call_pk, c.duration, ${Object.values(sorted).join(', ')} FROM calls c WHERE c.call_pk = @call_pk
    ON CONFLICT (call_pk) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`).run({
    call_pk,
  });
}

/** Stores the talk that a call is sorted by; null without any. */
export function orderByTalk(db: Connection, call_pk: number, figures: { [N in TalkFigure]?: number | null }): void {
  const columns = Object.fromEntries(talkFigureNames.map((name) => [name, figures[name] ?? null]));
  db.prepare<object>(`
    UPDATE call_order SET ${talkFigureNames.map((name) => `${name} = @${name}`).join(', ')} WHERE call_pk = @call_pk`).run(
    {
      ...columns,
      call_pk,
    },
  );
}

/** Counts the notes of a call for its order. */
export function orderByNotes(db: Connection, call_pk: number): void {
  db.prepare<object>(`
    UPDATE call_order SET notes_count = (SELECT count(*) FROM call_notes n WHERE n.call_pk = @call_pk)
    WHERE call_pk = @call_pk`).run({ call_pk });
}
