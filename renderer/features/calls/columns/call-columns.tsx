import { callPartyFields } from '@shared/call-fields';
import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import { type TalkFigure, talkFigureNames, talkFigures } from '@shared/talk-figures';
import type { TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '../../../core/custom-fields';
import { useHolds, useZone } from '../../../core/session';
import { thresholdIn } from '../../../core/thresholds';
import { phoneText } from '../../../i18n/phone-number';
import { dayIn, lengthText } from '../../../i18n/times';
import { useFormat } from '../../../i18n/use-format';
import { type FieldKind, listedFields, useFieldText } from '../../call';
import { agentOf, customerOf, nameOf, partyText, unknownOf } from '../../parties';
import { CategoryCell, OptionCell } from './cells';
import { ScoreCell } from './score-cell';
import { restColumn, scoreColumnId } from './view';

/** A column that the list of calls can have. Its ids are the names of the API, where it shows what one name has. */
export type CallColumn = {
  id: string;
  name: string;
  /** The width at first, in px; null for the column that takes the rest. */
  width: number | null;
  /** The text for a call; empty if it is unknown. */
  text: (call: Call) => string;
  /** The content of the cell, if it is not the text. */
  cell?: (call: Call) => ReactNode;
  /** Whether it is text, in any script direction, or figures; those of `end` are aligned at the end. */
  content: 'text' | 'figures' | 'end';
};

const widths: Record<FieldKind, number> = {
  text: 140,
  id: 160,
  number: 80,
  time: 112,
  length: 60,
  yesNo: 96,
  ifYes: 96,
  code: 112,
  codec: 96,
};

/** Every column, by its id. */
export function useCallColumns(): ReadonlyMap<string, CallColumn> {
  const { t } = useTranslation();
  const format = useFormat();
  const fieldText = useFieldText();
  const zone = useZone();
  const fields = useCustomFields();
  const seesScores = useHolds('evaluation_reports:view');
  return useMemo(() => {
    const all = [
      ...spoken(t, format),
      ...(seesScores ? [scoreColumn(t)] : []),
      ...talkFigureNames.map((name) => talkColumn(name, t, format)),
      ...listed(t, format, fieldText),
      ...fields.map((field) => ofField(field, format, zone)),
    ];
    return new Map(all.map((column) => [column.id, column]));
  }, [t, format, fieldText, fields, zone, seesScores]);
}

type Format = ReturnType<typeof useFormat>;

/** `2026-11-20 14:32:08`, which spreadsheets read as a time. */
const plainTime = (timestamp: string) => timestamp.slice(0, 19).replace('T', ' ');

/** The columns with texts of their own; the others are fields of the call. */
function spoken(t: TFunction, format: Format): CallColumn[] {
  const customer = (call: Call) => {
    const { name, number } = customerOf(call);
    // The number has its own column.
    return name ?? (number === null ? nameOf(call) : null) ?? t(unknownOf(call));
  };
  const named = (id: 'customer' | 'number' | 'agent' | 'participants' | 'files') => ({
    id,
    name: t(`calls.column.${id}`),
  });
  return [
    { ...timeColumn('setup_time', t, format), width: 98 },
    { ...named(restColumn), width: null, text: customer, content: 'text' },
    { ...named('number'), width: 137, text: (call) => phoneText(customerOf(call).number ?? ''), content: 'figures' },
    { ...named('agent'), width: 108, text: (call) => partyText(agentOf(call)) ?? '', content: 'text' },
    {
      id: 'categories',
      name: t('calls.column.categories'),
      width: 104,
      content: 'text' as const,
      text: ({ categories }) => categories.map(({ name }) => name).join(', '),
      cell: (call) => <CategoryCell call={call} />,
    },
    {
      ...named('participants'),
      width: 160,
      content: 'text' as const,
      text: ({ participants }) =>
        participants.flatMap(({ party_name, party_number }) => party_name ?? party_number ?? []).join(', '),
    },
    { ...named('files'), width: 60, text: ({ files }) => String(files.length), content: 'end' },
  ];
}

/** The scores are no part of a call: a file of the list gets them apart. */
const scoreColumn = (t: TFunction): CallColumn => ({
  id: scoreColumnId,
  name: t('calls.column.score'),
  width: 76,
  content: 'end',
  text: () => '',
  cell: (call) => <ScoreCell call={call} />,
});

/** A figure of the talk of a call; empty before it is measured. */
function talkColumn(id: TalkFigure, t: TFunction, format: Format): CallColumn {
  const valueIn = ({ talk }: Call): number | null | undefined =>
    id === 'longest_silence' || id === 'longest_monologue' ? talk?.[`${id}_ms`] : talk?.[id];
  const textOf = {
    share: format.percent,
    length: (ms: number) => lengthText(Math.floor(ms / 1000)),
    count: format.figure,
  };
  return {
    id,
    name: t(`filters.name.${id}`),
    width: 96,
    content: 'end',
    text: (call) => {
      const value = valueIn(call);
      return value == null ? '' : textOf[talkFigures[id]](value);
    },
  };
}

const timeColumn = (
  id: 'setup_time' | 'connect_time' | 'disconnect_time',
  t: TFunction,
  format: Format,
): CallColumn => ({
  id,
  name: t(`fields.${id}`),
  width: widths.time,
  content: 'figures',
  text: (call) => plainTime(call[id] ?? ''),
  cell: (call) => format.started(call[id] ?? call.setup_time),
});

/** The other fields of a call. */
function listed(t: TFunction, format: Format, fieldText: ReturnType<typeof useFieldText>): CallColumn[] {
  const parties = callPartyFields.map((id): CallColumn => {
    const isNumber = id.endsWith('_number');
    return {
      id,
      name: t(`calls.column.${id}`),
      width: widths.text,
      content: isNumber ? 'figures' : 'text',
      text: (call) => (isNumber ? phoneText(call[id] ?? '') : (call[id] ?? '')),
    };
  });
  const others = listedFields.map(([id, kind]): CallColumn => {
    if (id === 'connect_time' || id === 'disconnect_time') {
      const column = timeColumn(id, t, format);
      return { ...column, cell: (call) => (call[id] === null ? '' : column.cell?.(call)) };
    }
    return {
      id,
      name: t(`fields.${id}`),
      width: widths[kind],
      content: contentOf(kind),
      text: (call) => fieldText(id, kind, call[id]) ?? '',
    };
  });
  // The direction is the sign at the start of each row.
  return [...parties, ...others.filter(({ id }) => id !== 'protocol_call_direction')];
}

const contentOf = (kind: FieldKind): CallColumn['content'] =>
  kind === 'length' || kind === 'number' ? 'end' : kind === 'id' ? 'figures' : 'text';

const fieldWidths: Record<CustomField['type'], number> = { string: 140, option: 100, date: 96, integer: 80 };

function ofField(field: CustomField, format: Format, zone: string): CallColumn {
  const { field_id, name, type, fieldset_dropdown_value_settings: dropdown } = field;
  const valueIn = (call: Call) => call.custom_fields.find((one) => one.field_id === field_id)?.value ?? '';
  const colours = new Map(dropdown?.options.map(({ value, color }) => [value, color]));
  return {
    id: `custom_field_${field_id}`,
    name,
    width: fieldWidths[type],
    text: valueIn,
    content: type === 'integer' ? 'end' : type === 'date' ? 'figures' : 'text',
    ...(type === 'date' && {
      cell: (call) => {
        const day = valueIn(call);
        return day && format.range(day, day, dayIn(zone));
      },
    }),
    ...(type === 'integer' && {
      cell: (call) => <OptionCell value={valueIn(call)} colour={thresholdIn(field, valueIn(call))?.color} />,
    }),
    ...(type === 'option' && {
      cell: (call) => <OptionCell value={valueIn(call)} colour={colours.get(valueIn(call))} />,
    }),
  };
}
