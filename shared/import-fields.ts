import { callTextFields } from './call-fields';

const times = ['setup_time', 'connect_time', 'disconnect_time'] as const;
/** Parts of the time at which a call began. */
const timeParts = ['date', 'time'] as const;
const lengths = ['duration', 'ring_seconds'] as const;
/** Cells with the number and perhaps the name of a party: who calls and is called, the outside and the inside one. */
const parties = ['from', 'to', 'other', 'own', 'agent'] as const;

const fields: ReadonlySet<string> = new Set([
  ...(['file', 'call_id', 'direction', 'categories', 'leg'] as const),
  ...times,
  ...timeParts,
  ...lengths,
  ...parties,
  ...callTextFields,
]);

export const isPartyField = (field: string): field is (typeof parties)[number] => isIn(parties, field);

/** Whether a preset can give a column this meaning: a field of a call, a part of one, or `custom.<name>`. */
export const isImportField = (name: string): boolean => fields.has(name) || /^custom\.\S/.test(name);

/** How a date or time can be written: see docs/presets.md. */
export const dateForms = ['iso', 'rfc2822', 'dmy', 'mdy', 'ymd', 'unix', 'unix_ms', 'unix_us', 'excel'] as const;
export type DateForm = (typeof dateForms)[number];
export const isDateForm = (form: string | null): form is DateForm => form !== null && isIn(dateForms, form);
/** Forms of which nothing in a date may say which one it is: day, month or year first. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];
/** The units of a length. */
export const lengthForms = ['seconds', 'ms', 'minutes'] as const;
export const columnForms = [...dateForms, ...lengthForms] as const;
export type ColumnForm = (typeof columnForms)[number];

/** Whether a column of this field can have a form. */
export function suits(field: string, form: ColumnForm): boolean {
  const forms: readonly string[] = isIn(lengths, field)
    ? lengthForms
    : isIn(times, field) || isIn(timeParts, field)
      ? dateForms
      : [];
  return forms.includes(form);
}

const isIn = (list: readonly string[], field: string) => list.includes(field);

/** Who is on which channel of a stereo file. `caller_…` depends on the direction of the call. */
export const channelRules = ['agent_left', 'agent_right', 'caller_left', 'caller_right'] as const;
export type ChannelRule = (typeof channelRules)[number];

/** The endings of files of call details, without dots. */
export const detailEndings: readonly string[] = ['csv', 'tsv', 'json', 'jsonl', 'ndjson', 'xml'];

/** Whether a file of call details has entries in a list instead of lines. */
export const hasEntries = (file: string): boolean => /\.(json|xml)$/i.test(file);
