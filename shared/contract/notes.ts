import { z } from 'zod';
import { dayMs } from '../duration';
import { says } from '../reasons/check';
import { collection } from './collection';
import { readOnly, text } from './fields';
import { operation, timestamp } from './operation';

/** A note on a call: at a moment, over a region, or on the call as a whole. Times are ms into the recording. */
export const Note = z
  .object({
    note_id: z.uuid(),
    user_id: z.uuid().nullable().meta({ description: 'The author; null once deleted' }),
    user_name: z.string().nullable(),
    editor_id: z.uuid().nullable().meta({ description: 'Who changed its text last, if that is not the author' }),
    editor_name: z.string().nullable(),
    text: z.string(),
    position: z.number().int().nullable(),
    end_position: z.number().int().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({ id: 'Note' });
export type Note = z.infer<typeof Note>;

const noteText = () => text(10_000, z.string().trim().min(1, says('text_missing')));
/** A moment in a recording, up to a day. */
const place = () => z.int().min(0).max(dayMs).nullable();

const ignored = {
  note_id: readOnly(),
  user_id: readOnly(),
  user_name: readOnly(),
  editor_id: readOnly(),
  editor_name: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
};
const NewNote = z.strictObject({
  ...ignored,
  text: noteText(),
  position: place().default(null),
  end_position: place().default(null),
});
export type NewNote = z.output<typeof NewNote>;
const ChangedNote = z.strictObject({
  ...ignored,
  text: noteText().optional(),
  position: place().optional(),
  end_position: place().optional(),
});
export type ChangedNote = z.output<typeof ChangedNote>;

const base = collection({
  under: '/api/v2/calls/:call_id.json',
  plural: 'notes',
  singular: 'note',
  id: 'note_id',
  area: 'call_notes',
  record: Note,
  fresh: NewNote,
  changed: ChangedNote,
  filters: {},
});
/** The notes of a call, first written first. */
export const noteApi = { ...base, create: operation({ ...base.create, permission: 'calls:add_notes' }) };
