import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { useKept } from '../core/session-restore';
import { useCommand } from '../core/use-command';
import { useFormat } from '../i18n/use-format';
import { useDragRows } from '../ui/use-drag-rows';
import { BulkBar } from './bulk-bar';
import { ListGrid } from './grid';
import { ListFoot } from './list-foot';
import type { HeadProps } from './list-head';
import styles from './list-page.module.css';
import { type ListPage, type Look, pageLength, pageOf } from './look';
import { type Choice, useChoice } from './use-choice';
import { useChoiceKeys } from './use-choice-keys';
import { useGridKeys } from './use-grid-keys';
import type { useList } from './use-list';
import type { ListWords } from './use-list-words';
import { useOpenRow } from './use-open-row';
import { type OpenList, usePages } from './use-pages';
import { type RowWindow, useRowWindow } from './use-row-window';

export type RecordsProps<T> = {
  title: string;
  look: Look<T>;
  list: ReturnType<typeof useList<T>>;
  columns: HeadProps['columns'];
  /** What the heads of columns sort the list by. */
  sort?: HeadProps['sort'];
  words: ListWords;
  /** Rows can be chosen; what can be done with the chosen ones. */
  choose?: { nameOf: (record: T) => string; actions: (choice: Choice<T>) => ReactNode };
  /** Opens the page of a record, with Enter or a click. Without one, `details` are shown below the row. */
  onOpen?: (record: T) => void;
  /** A click only selects the row, as beside a pane about the selected row, and a double click opens it. */
  selectsByClick?: boolean;
  details?: (record: T) => ReactNode;
  /** What the foot says besides the number of records. */
  foot?: ReactNode;
  /** A list of calls, whose rows begin further out. */
  ofCalls?: boolean;
  /** A pane beside the list in a wide window, about the selected record. */
  side?: { label: string; of: (record: T) => ReactNode };
  /** The height of a row in px, if it has more than one line. */
  rowHeight?: number;
  /** A pane of 296 px next to the page of the chosen record: moving through the rows opens them. */
  beside?: boolean;
  /** The id of the record whose page is open next to the list. */
  openId?: string | undefined;
  /** Moves a record to another row: by its grip (`data-grip`), or with Alt and the arrow keys. */
  onMove?: ((record: T, to: number) => Promise<unknown>) | undefined;
  /** Whether the rows before these had the focus when they were taken away. */
  focus: RefObject<'grid' | null>;
};

/** The rows of a list, with one selected, and its foot. */
export function ListRecords<T>({
  title,
  look,
  list,
  columns,
  sort,
  words,
  choose,
  onMove,
  beside,
  openId,
  rowHeight,
  focus,
  side,
  ofCalls = false,
  ...props
}: RecordsProps<T>) {
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  // Rows that start over keep the focus: someone may already move through them when a search ends.
  useLayoutEffect(() => {
    const grid = scroller.current;
    if (focus.current === 'grid') grid?.focus();
    return () => {
      if (grid === document.activeElement) focus.current = 'grid';
    };
  }, [focus]);
  const { open, stale } = list;
  const details = useOpenRow(open, look, props.details);
  const rows = useRowWindow(scroller, open.length, { open: details.open, ...(rowHeight && { rowHeight }) });
  const pages = usePages(open, rows, list.onRead);
  const selection = useListSelection(open.length, rows);
  const { selected, current, select, takeNew } = selection;
  const chosen = useChoice(open, look);
  const choice = choose && chosen;
  useChoiceKeys(choice, { length: open.length, current, select, ticks: true });
  const onOpen = (record: T, index: number) => (details.opened ? details.toggle(index) : props.onOpen?.(record));
  const opensByClick = props.onOpen !== undefined && !props.selectsByClick && side === undefined && !beside;
  const grid = useRef({ onOpen, select, current, takeNew, chosen });
  useLayoutEffect(() => {
    grid.current = { onOpen, select, current, takeNew, chosen };
  });
  const events = useMemo(
    () => ({
      onSelect: (index: number) => grid.current.select(index),
      onOpen: (record: T, index: number) => grid.current.onOpen(record, index),
      onChoose: (index: number, how: 'toggle' | 'extend') => grid.current.chosen[how](index, grid.current.current()),
      opensByClick,
    }),
    [opensByClick],
  );
  const record = useQuery(open.source(pageOf(selected))).data?.records[selected % pageLength];
  useCommand('listPlay', record && (() => onOpen(record, current())));
  useCommand('listExpand', details.opened && (() => details.show(current())));
  useCommand('listCollapse', details.opened && details.hide);
  useEffect(() => {
    if (beside && record && grid.current.takeNew(selected)) grid.current.onOpen(record, selected);
  }, [beside, record, selected]);
  useMarkOpen(open, look, openId, selection);
  const moving = useMoveRows(open, selection, rows.rowHeight, onMove);

  const { total, length } = open;
  const count =
    total === null ? words.countMore(length, format.figure(length)) : words.count(total, format.figure(total));
  const shown = {
    label: title,
    look,
    open,
    scroller,
    rows,
    selected,
    choice,
    stale,
    head: { columns, ...(sort && { sort }) },
    events,
  };
  return (
    <>
      <ListGrid {...shown} opened={details.opened} dropLine={moving.line} onPointerDown={moving.onPointerDown} />
      {choose && chosen.records.length > 0 ? (
        <BulkBar names={chosen.records.map(choose.nameOf)} length={length} onClear={chosen.clear} ofCalls={ofCalls}>
          {choose.actions(chosen)}
        </BulkBar>
      ) : (
        <ListFoot count={count} pages={pages} failed={words.moreFailed} ofCalls={ofCalls}>
          {props.foot}
        </ListFoot>
      )}
      {side && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is
        <aside className={styles.side} aria-label={side.label} data-pane tabIndex={0}>
          {record && side.of(record)}
        </aside>
      )}
    </>
  );
}

/**
 * Marks the row of the record whose page is open, when that was opened from elsewhere: by its address, with Back, or
 * because it is new. A record that is in no page read so far stays unmarked.
 */
function useMarkOpen<T>(
  open: OpenList<T>,
  { idOf }: Look<T>,
  openId: string | undefined,
  { current, mark }: ListSelection,
): void {
  const client = useQueryClient();
  const indexOf = (id: string): number => {
    for (let page = 0; page * pageLength < open.length; page += 1) {
      const { records = [] } = client.getQueryData<{ records: T[] }>(open.source(page).queryKey) ?? {};
      const at = records.findIndex((record) => idOf(record) === id);
      if (at !== -1) return page * pageLength + at;
    }
    return -1;
  };
  const markRow = useEffectEvent((id: string) => {
    const index = indexOf(id);
    if (index !== -1 && index !== current()) mark(index);
  });
  // Not with each rendering: a long list has thousands of pages.
  // biome-ignore lint/correctness/useExhaustiveDependencies(open.length): a record that was added is in a longer list
  useEffect(() => {
    if (openId !== undefined) markRow(openId);
  }, [openId, open.length]);
}

/** Moves the records of a list to other rows, by a grip or with the keys. Without `onMove`, they stay. */
function useMoveRows<T>(
  { source, length }: OpenList<T>,
  { current, select }: ListSelection,
  rowHeight: number,
  onMove: ((record: T, to: number) => Promise<unknown>) | undefined,
) {
  const client = useQueryClient();
  /** A record on its way, which the page of its new row does not have yet. A key that is held moves it on. */
  const moving = useRef<{ record: T; at: number }>(null);
  const recordIn = (row: number) =>
    client.getQueryData<ListPage<T>>(source(pageOf(row)).queryKey)?.records[row % pageLength];
  const move = (from: number, to: number, record = recordIn(from)) => {
    if (!record || !onMove || to < 0 || to >= length) return;
    const now = { record, at: to };
    moving.current = now;
    select(to);
    onMove(record, to)
      .catch(() => {
        // It is where it was.
        if (moving.current === now && current() === to) select(from);
      })
      .finally(() => {
        if (moving.current === now) moving.current = null;
      });
  };
  const { line, onPointerDown } = useDragRows({ rowHeight, length, onMove: move });
  const moveBy = (by: 1 | -1) => {
    const from = current();
    move(from, from + by, moving.current?.at === from ? moving.current.record : undefined);
  };
  useCommand('listMoveUp', onMove && (() => moveBy(-1)));
  useCommand('listMoveDown', onMove && (() => moveBy(1)));
  return { line, onPointerDown: onMove && onPointerDown };
}

type ListSelection = {
  selected: number;
  /** The selected row. Keys arrive faster than the window renders. */
  current: () => number;
  select: (index: number) => void;
  /** Marks a row that is open already. */
  mark: (index: number) => void;
  /** Whether the user has just selected the row, which is true once. New data in the selected row selects nothing. */
  takeNew: (index: number) => boolean;
};

/** The selected row of a list: moved with the keys, kept in view, and selected again on the next visit of the page. */
function useListSelection(length: number, { pageRows, showRow }: RowWindow): ListSelection {
  const latest = useRef(0);
  const current = () => latest.current;
  const { pathname, search } = useLocation();
  const read = () => ({ search, row: current() });
  const kept = useKept<ReturnType<typeof read>>(`row of ${pathname}`, read, { lasts: true });
  const [selected, setSelected] = useState(kept?.search === search ? Math.max(0, Math.min(kept.row, length - 1)) : 0);
  useLayoutEffect(() => {
    latest.current = selected;
  }, [selected]);
  const fresh = useRef<number>(null);
  const mark = (index: number) => {
    fresh.current = null;
    latest.current = index;
    setSelected(index);
  };
  const select = (index: number) => {
    const isNew = index !== latest.current;
    mark(index);
    fresh.current = isNew ? index : null;
  };
  const takeNew = (index: number) => {
    if (fresh.current !== index) return false;
    fresh.current = null;
    return true;
  };
  useGridKeys({ length, current, select, selectLast: () => select(length - 1), pageRows });
  useEffect(() => showRow(selected), [showRow, selected]);
  return { selected, current, select, mark, takeNew };
}
