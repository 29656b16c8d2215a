import { CallCategory, CallCustomValue, CallFile, PausedSpan } from '@shared/contract/calls';
import { PushedCall } from '@shared/contract/pushes';
import { isObject } from '@shared/json-path';
import { isKeptTime, msOf } from '@shared/moments';
import { reason } from '@shared/reasons/reasons';
import { z } from 'zod';

const { categories: _, custom_fields: _values, ...told } = PushedCall.shape;

/** An entry of a page of API v2, as far as a call can be made of it again. Extensions may be missing. */
const Entry = z.object({
  ...told,
  call_id: z.uuid().toLowerCase(),
  record_state: z.int().default(0),
  categories: z.array(CallCategory).max(1000).default([]),
  custom_fields: z.array(CallCustomValue).max(1000).default([]),
  files: z
    .array(
      CallFile.pick({ file_id: true, start_time: true, stop_time: true, file_path: true }).extend({
        agent_channel: CallFile.shape.agent_channel.default(null),
      }),
    )
    .max(1035),
  participants: told.participants.unwrap(),
  paused_spans: z.array(PausedSpan).max(10_000).default([]),
});
type Entry = z.output<typeof Entry>;

/** A call of API v2 as it was, with one of its files; null: it has none. */
export type WholeCall = Omit<
  Entry,
  'categories' | 'custom_fields' | 'files' | 'paused_spans' | 'tenant_id' | 'legal_hold'
> & {
  paused_spans: { start_time: number; stop_time: number | null }[];
  file: { start_time: number; stop_time: number; agent_channel: Entry['files'][number]['agent_channel'] } | null;
  /** The names of categories by those of the categories below them. */
  parents: ReadonlyMap<string, string>;
};

/** The entries of a page of API v2 by their places, and the names of its categories by their ids. */
export type WholePage = { entries: Map<number, Entry>; names: Map<string, { name: string; parent_id: string | null }> };

/** What a JSON text has as a page of API v2; undefined if it is none. */
export function wholePage(text: string): WholePage | undefined {
  if (!/"calls"/.test(text) || !/"participants"/.test(text)) return undefined;
  const page = parsed(text);
  if (!isObject(page) || !Array.isArray(page.calls)) return undefined;
  const entries = new Map<number, Entry>();
  const names: WholePage['names'] = new Map();
  for (const [place, item] of page.calls.entries()) {
    const { data } = Entry.safeParse(item);
    if (!data) continue;
    entries.set(place, data);
    for (const { category_id, name, parent_id } of data.categories) names.set(category_id, { name, parent_id });
  }
  return { entries, names };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What an entry says in place of what its record says, once for each of its files, exactly as it says it. Private categories are left
 * out, with a note.
 */
export function wholeRecords(entry: Entry, { names }: WholePage) {
  const { categories, custom_fields, files, paused_spans, tenant_id: _, legal_hold: _held, ...call } = entry;
  const open = categories.filter(({ private_user_id }) => private_user_id === null);
  const parents = new Map(
    open.flatMap(({ name, parent_id }): [string, string][] => {
      const above = parent_id === null ? undefined : names.get(parent_id);
      return above ? [[name, above.name]] : [];
    }),
  );
  const hidden = categories.length > open.length ? [reason('note_private_category')] : [];
  const span = (one: { start_time: string; stop_time: string | null }) => ({
    start_time: msOf(one.start_time),
    stop_time: one.stop_time === null ? null : msOf(one.stop_time),
  });
  const paused = paused_spans.map(span).filter(({ start_time }) => isKeptTime(start_time));
  const about = (file: Entry['files'][number] | undefined) => ({
    file: file ? (file.file_path.split(/[\\/]/).at(-1) ?? null) : null,
    file_names: file ? namesOf(entry, file.file_id) : [],
    named_id: undefined,
    setup_time: entry.setup_time,
    is_local: false,
    clock: undefined,
    connect_time: entry.connect_time,
    disconnect_time: entry.disconnect_time,
    duration: entry.duration ?? null,
    direction: entry.protocol_call_direction,
    categories: open.map(({ name }) => name),
    custom_fields: Object.fromEntries(custom_fields.map(({ name, value }) => [name, value])),
    notes: hidden,
    whole: {
      ...call,
      parents,
      paused_spans: paused,
      file: file
        ? { start_time: msOf(file.start_time), stop_time: msOf(file.stop_time), agent_channel: file.agent_channel }
        : null,
    },
  });
  return files.length === 0 ? [about(undefined)] : files.map(about);
}

/** How the recordings of a call may be called, when they were downloaded by its id. */
const namesOf = ({ call_id, files }: Entry, file_id: string): string[] => [
  `${call_id}_${file_id}`,
  `${call_id}-${file_id}`,
  ...(files.length === 1 ? [call_id] : []),
];
