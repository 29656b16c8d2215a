import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RowData } from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useKept } from '../core/left';
import { useCommand } from '../core/use-command';
import { useFormat } from '../i18n/use-format';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { PageBar } from '../ui/page-bar';
import { PaneError } from '../ui/pane-error';
import { useDragRows } from '../ui/use-drag-rows';
import { BulkBar } from './bulk-bar';
import { ListGrid } from './grid';
import { ListFoot } from './list-foot';
import type { HeadProps } from './list-head';
import styles from './list-page.module.css';
import { ListSearch } from './list-search';
import { type ListPage as ListOf, type Look, pageLength, pageOf } from './look';
import { Skeleton } from './skeleton';
import { type Choice, useChoice } from './use-choice';
import { useChoiceKeys } from './use-choice-keys';
import { useGridKeys } from './use-grid-keys';
import type { useList } from './use-list';
import type { ListWords } from './use-list-words';
import { useOpenRow } from './use-open-row';
import { usePages } from './use-pages';
import { useRowWindow } from './use-row-window';

type Props<T extends RowData> = {
  title: string;
  look: Look<T>;
  list: ReturnType<typeof useList<T>>;
  search?: { text: string; label: string; onChange: (text: string) => void };
  columns: HeadProps['columns'];
  words: ListWords;
  /** Filters, in a row above the list. */
  filters?: ReactNode;
  /** What the filters show: the rows start over when it changes. */
  shows?: string;
  /** Rows can be chosen; what can be done with the chosen ones. */
  choose?: { nameOf: (record: T) => string; actions: (choice: Choice<T>) => ReactNode };
  /** The main action of the page. */
  add: ReactNode;
  /** What can be done while the collection is empty. */
  emptyAction?: ReactNode;
  /** Opens the page of a record. Without one, `details` are shown below the row. */
  onOpen?: (record: T) => void;
  details?: (record: T) => ReactNode;
  /** What the foot says besides the number of records. */
  foot?: ReactNode;
  /** A list of calls, whose rows begin further out. */
  ofCalls?: boolean;
  /** A pane of 296 px beside the page of the chosen record: moving through the rows opens them. */
  beside?: boolean;
  /** Moves a record to another row: by its grip (`data-grip`), or with Alt and the arrow keys. */
  onMove?: ((record: T, to: number) => void) | undefined;
};

/** A collection in administration: search, main action and records. Enter or a double click opens a record. */
export function ListPage<T extends RowData>(props: Props<T>) {
  const { title, list, search, words, filters, shows = '', add } = props;
  const Frame = props.beside ? 'section' : 'main';
  const emptyAct = search?.text ? (
    <Button onPress={() => search.onChange('')}>{words.showAll}</Button>
  ) : (
    props.emptyAction
  );
  const isEmpty = list.isLoaded && !list.stale && list.open.length === 0;
  const wanted = `${shows} ${search?.text ?? ''}`;
  // The rows start over when those of the new search are there; until then, those of the one before can be used.
  const [shown, setShown] = useState(wanted);
  if (shown !== wanted && !list.stale) setShown(wanted);
  const focus = useRef<'grid' | null>(null);
  useEffect(() => {
    focus.current = null;
  });
  return (
    <Frame
      className={classNames(styles.page, filters !== undefined && styles.filtered, props.beside && styles.beside)}
      aria-label={title}
      data-no-deck="idle"
    >
      <PageBar title={title} {...(props.ofCalls && { of: 'list' })}>
        {search ? <ListSearch {...search} /> : <span className={styles.space} />}
        {add}
      </PageBar>
      {filters}
      {!list.isLoaded && list.error ? (
        <div className={styles.centre} data-page-focus>
          <PaneError title={words.failed} error={list.error} onRetry={() => void list.refetch()} />
        </div>
      ) : !list.isLoaded ? (
        <Skeleton label={words.loading} />
      ) : isEmpty ? (
        <div className={styles.centre} role="status">
          <h2 className={styles.emptyTitle} {...(emptyAct === undefined && { tabIndex: -1, 'data-page-focus': true })}>
            {search?.text ? words.noMatch : words.empty}
          </h2>
          {!search?.text && <p className={styles.text}>{words.emptyText}</p>}
          {emptyAct !== undefined && <div data-page-focus>{emptyAct}</div>}
        </div>
      ) : (
        <Records key={shown} focus={focus} {...props} />
      )}
    </Frame>
  );
}

/** The rows, with one selected. */
function Records<T extends RowData>({
  title,
  look,
  list,
  columns,
  words,
  choose,
  onMove,
  beside,
  focus,
  ...props
}: Props<T> & { focus: RefObject<'grid' | null> }) {
  const format = useFormat();
  const client = useQueryClient();
  const scroller = useRef<HTMLDivElement>(null);
  // Rows that start over keep the focus: somebody may already move through them when a search ends.
  useLayoutEffect(() => {
    const grid = scroller.current;
    if (focus.current === 'grid') grid?.focus();
    return () => {
      if (grid === document.activeElement) focus.current = 'grid';
    };
  }, [focus]);
  const { open, stale } = list;
  const details = useOpenRow(open, look, props.details);
  const rows = useRowWindow(scroller, open.length, { open: details.open });
  const pages = usePages(open, rows, list.onRead);
  // Keys arrive faster than the window renders.
  const latest = useRef(0);
  const kept = useKept<number>(`row of ${useLocation().pathname}`, () => latest.current, { lasts: true });
  const [selected, setSelected] = useState(() => {
    latest.current = Math.max(0, Math.min(kept ?? 0, open.length - 1));
    return latest.current;
  });
  // The row to open beside the list. Only the user opens one, not new data in the selected row.
  const wanted = useRef<number>(null);
  const select = (index: number) => {
    wanted.current = index === latest.current ? null : index;
    latest.current = index;
    setSelected(index);
  };
  useGridKeys({
    length: open.length,
    current: () => latest.current,
    select,
    selectLast: () => select(open.length - 1),
    pageRows: rows.pageRows,
  });
  const chosen = useChoice(open, look);
  const choice = choose && chosen;
  useChoiceKeys(choice, { length: open.length, current: () => latest.current, select, ticks: true });
  const onOpen = (record: T, index: number) => (details.opened ? details.toggle(index) : props.onOpen?.(record));
  const grid = useRef({ onOpen, select, chosen });
  grid.current = { onOpen, select, chosen };
  const events = useMemo(
    () => ({
      onSelect: (index: number) => grid.current.select(index),
      onOpen: (record: T, index: number) => grid.current.onOpen(record, index),
      onChoose: (index: number, how: 'toggle' | 'extend') => grid.current.chosen[how](index, latest.current),
    }),
    [],
  );
  const record = useQuery(open.source(pageOf(selected))).data?.records[selected % pageLength];
  useCommand('listPlay', record && (() => onOpen(record, latest.current)));
  useCommand('listExpand', details.opened && (() => details.show(latest.current)));
  useCommand('listCollapse', details.opened && details.hide);
  useEffect(() => {
    if (!beside || !record || wanted.current !== selected) return;
    wanted.current = null;
    grid.current.onOpen(record, selected);
  }, [beside, record, selected]);
  const move = (from: number, to: number) => {
    const at = client.getQueryData<ListOf<T>>(open.source(pageOf(from)).queryKey)?.records[from % pageLength];
    if (!at || !onMove || to < 0 || to >= open.length) return;
    select(to);
    onMove(at, to);
  };
  const drag = useDragRows({ rowHeight: rows.rowHeight, length: open.length, onMove: move });
  useCommand('listMoveUp', onMove && (() => move(latest.current, latest.current - 1)));
  useCommand('listMoveDown', onMove && (() => move(latest.current, latest.current + 1)));
  const { showRow } = rows;
  useEffect(() => showRow(selected), [showRow, selected]);

  const { total, length } = open;
  const count =
    total === null ? words.countMore(length, format.figure(length)) : words.count(total, format.figure(total));
  const shown = { label: title, look, open, scroller, rows, selected, choice, stale, head: { columns }, events };
  const { opened } = details;
  return (
    <>
      <ListGrid {...shown} opened={opened} dropLine={drag.line} onPointerDown={onMove && drag.onPointerDown} />
      {choose && chosen.records.length > 0 ? (
        <BulkBar names={chosen.records.map(choose.nameOf)} length={length} onClear={chosen.clear}>
          {choose.actions(chosen)}
        </BulkBar>
      ) : (
        <ListFoot count={count} pages={pages} failed={words.moreFailed}>
          {props.foot}
        </ListFoot>
      )}
    </>
  );
}
