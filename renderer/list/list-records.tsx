import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useCommand } from '../core/use-command';
import { useFormat } from '../i18n/use-format';
import { BulkBar } from './bulk-bar';
import { ListGrid } from './grid';
import { ListFoot } from './list-foot';
import type { HeadProps } from './list-head';
import styles from './list-page.module.css';
import { type Look, pageLength, pageOf } from './look';
import { type Choice, useChoice } from './use-choice';
import { useChoiceKeys } from './use-choice-keys';
import type { useList } from './use-list';
import { useListSelection } from './use-list-selection';
import type { ListWords } from './use-list-words';
import { useMarkOpen } from './use-mark-open';
import { useMoveRows } from './use-move-rows';
import { useOpenRow } from './use-open-row';
import { usePages } from './use-pages';
import { useRowWindow } from './use-row-window';

export type RecordsProps<T> = {
  title: string;
  look: Look<T>;
  list: ReturnType<typeof useList<T>>;
  columns: HeadProps['columns'];
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
  const shown = { label: title, look, open, scroller, rows, selected, choice, stale, head: { columns }, events };
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
