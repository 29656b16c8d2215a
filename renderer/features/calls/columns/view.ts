import type { SavedSearch } from '@shared/contract/saved-searches';
import type { ListColumn, ListView } from '../../../core/layout';

/** The column that takes the rest of the width. */
export const restColumn = 'customer';
/** The column of the scores, for those who may see evaluations. */
export const scoreColumnId = 'score';
/** Always the first one. */
export const directionColumn = { id: 'direction', width: 34 } as const;
/** The widths that a column can have, in px. */
export const columnWidth = { min: 48, max: 480 } as const;
/** The smallest width of the column that takes the rest. */
const restWidth = 126;

/** A list as it is shown to someone who has changed nothing. */
export const usualView: ListView = {
  // Wide enough for `20 May, 20:28`, `+44 20 7946 0321`, `Good example` and `1:06:42`, and together for the 736 px that the
  // first window has for the list on Windows, whose frame is counted.
  columns: [
    { id: 'setup_time', width: 98 },
    { id: restColumn, width: null },
    { id: 'number', width: 137 },
    { id: 'agent', width: 108 },
    { id: 'categories', width: 104 },
    { id: 'duration', width: 68 },
    { id: scoreColumnId, width: 61 },
  ],
  isCompact: false,
};

const textOf = ({ id, width }: ListColumn): string => (width === null ? id : `${id}:${width}`);

function columnIn(text: string): ListColumn {
  const [, id, width] = /^(.+):(\d{1,4})$/.exec(text) ?? [];
  return id === undefined ? { id: text, width: null } : { id, width: clamped(Number(width)) };
}

export const clamped = (width: number): number =>
  Math.round(Math.max(columnWidth.min, Math.min(columnWidth.max, width)));

/** A view as a saved search has it. */
export const savedView = ({ columns, isCompact }: ListView): Pick<SavedSearch, 'columns' | 'is_compact'> => ({
  columns: columns.map(textOf),
  is_compact: isCompact,
});

/** The view of a saved search; undefined if it keeps none. */
export const viewIn = ({ columns, is_compact }: SavedSearch): ListView | undefined =>
  columns.length > 0 ? { columns: columns.map(columnIn), isCompact: is_compact } : undefined;

export const isSameView = (a: ListView, b: ListView): boolean =>
  JSON.stringify(savedView(a)) === JSON.stringify(savedView(b));

/** These leave last when the list is too narrow. */
const staying = new Set(['setup_time', restColumn, 'duration']);

/** The smallest width of the direction and these columns. */
export const neededBy = (columns: readonly ListColumn[]): number =>
  columns.reduce((sum, { width }) => sum + (width ?? restWidth), directionColumn.width as number);

/**
 * The columns that fit in a width: the others disappear from the right. Without the column that takes the rest, the last
 * one does.
 */
export function fitting(columns: readonly ListColumn[], room: number): readonly ListColumn[] {
  const fit = [...columns];
  const isOver = () => neededBy(fit) > room;
  const leaves = (test: (column: ListColumn) => boolean) => {
    for (let at = fit.length - 1; at > 0 && isOver(); at -= 1) if (test(fit[at] as ListColumn)) fit.splice(at, 1);
  };
  leaves(({ id }) => !staying.has(id));
  leaves(() => true);
  return fit;
}

/** The widths of the direction and these columns, as a style sheet has them. */
export function widthsOf(columns: readonly ListColumn[]): string {
  const hasRest = columns.some(({ width }) => width === null);
  const one = ({ width }: ListColumn, at: number) => {
    if (width === null) return `minmax(${restWidth}px, 1fr)`;
    return !hasRest && at === columns.length - 1 ? `minmax(${width}px, 1fr)` : `${width}px`;
  };
  return [`${directionColumn.width}px`, ...columns.map(one)].join(' ');
}
