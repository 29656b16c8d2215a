import type { Call } from '@shared/contract/calls';
import { ArrowDownLeft, ArrowUpRight, type LucideIcon, Minus, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { phoneText } from '../../i18n/phone-number';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import type { HeadProps, Order } from '../../list/head';
import { columnsFor, type Look } from '../../list/look';
import { useCodeText } from '../call';
import { agentOf, customerOf, nameOf, partyText, unknownOf } from '../parties';
import { usePlayer } from '../player';
import styles from './columns.module.css';
import row from './row.module.css';

const column = columnsFor<Call>();

/** The columns, by the names of their widths in the style sheet. */
const columns = column.columns([
  column.display({ id: 'direction', cell: ({ row }) => <DirectionCell call={row.original} /> }),
  column.display({ id: 'started', cell: ({ row }) => <StartedCell call={row.original} /> }),
  column.display({ id: 'customer', cell: ({ row }) => <CustomerCell call={row.original} /> }),
  column.display({ id: 'number', cell: ({ row }) => phoneText(customerOf(row.original).number ?? '') }),
  column.display({ id: 'agent', cell: ({ row }) => partyText(agentOf(row.original)) }),
  column.display({ id: 'category', cell: ({ row }) => <CategoryCell call={row.original} /> }),
  column.display({ id: 'length', cell: ({ row }) => lengthText(row.original.duration) }),
]);

/** How calls are rendered in the list. */
export const look: Look<Call> = {
  columns,
  row: row.row ?? '',
  idOf: ({ call_id }) => call_id,
  texts: new Set(['customer', 'agent', 'category']),
  opener: 'direction',
};

const names = ['direction', 'started', 'customer', 'number', 'agent', 'category', 'length'] as const;

/** The head of the list, which is sorted by Started. */
export function useHead(sort: { order: Order; onSort: (order: Order) => void }): Pick<HeadProps, 'columns' | 'sort'> {
  const { t } = useTranslation();
  return {
    columns: names.map((id) => ({ id, name: t(`calls.column.${id}`), quiet: id === 'direction' })),
    sort: { column: 'started', ...sort },
  };
}

const directionIcons: Record<number, LucideIcon> = { 1: ArrowUpRight, 2: ArrowDownLeft };

function DirectionCell({ call }: { call: Call }) {
  const code = useCodeText();
  const isPlaying = usePlayer((player) => player.playing && player.call_id === call.call_id);
  const Icon = directionIcons[call.protocol_call_direction] ?? Minus;
  return (
    <>
      <span className={styles.direction}>
        {isPlaying ? (
          <svg
            width="13"
            height="12"
            viewBox="0 0 13 12"
            fill="currentColor"
            className={styles.bars}
            aria-hidden="true"
          >
            <rect x="0" y="5" width="3" height="7" rx="1" />
            <rect x="5" y="0" width="3" height="12" rx="1" />
            <rect x="10" y="3" width="3" height="9" rx="1" />
          </svg>
        ) : (
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        )}
        <span className="visually-hidden">{code('protocol_call_direction', call.protocol_call_direction)}</span>
      </span>
      {!isPlaying && (
        <Play className={styles.play} data-play size={12} fill="currentColor" strokeWidth={1.75} aria-hidden="true" />
      )}
    </>
  );
}

const StartedCell = ({ call }: { call: Call }) => useFormat().started(call.setup_time);

function CustomerCell({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { name, number } = customerOf(call);
  // The number has its own column.
  return name ?? (number === null ? nameOf(call) : null) ?? t(unknownOf(call));
}

function CategoryCell({ call: { categories } }: { call: Call }) {
  const [first, ...more] = categories;
  if (first === undefined) return null;
  return (
    <span title={more.length > 0 ? categories.map(({ name }) => name).join(', ') : undefined}>
      {first.name}
      {more.length > 0 && <span className={styles.more}> +{more.length}</span>}
    </span>
  );
}
