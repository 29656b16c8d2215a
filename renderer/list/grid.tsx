import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, Fragment, type PointerEvent, type RefObject } from 'react';
import { classNames } from '../ui/class-names';
import { ScrollArea } from '../ui/scroll-area';
import styles from './grid.module.css';
import { type HeadProps, ListHead } from './list-head';
import { type Look, pageLength, pageOf, type Source } from './look';
import { ListRow, type RowEvents } from './row';
import row from './row.module.css';
import { type Opened, RowDetails } from './row-details';
import { Tick } from './tick';
import type { Choice } from './use-choice';
import type { OpenList } from './use-pages';
import type { RowWindow } from './use-row-window';

type Props<T> = {
  label: string;
  look: Look<T>;
  open: OpenList<T>;
  scroller: RefObject<HTMLDivElement | null>;
  rows: RowWindow;
  selected: number | null;
  /** The chosen rows, in a list whose rows can be chosen. */
  choice?: Choice<T> | undefined;
  /** In a list whose rows can be opened. */
  opened?: Opened<T> | undefined;
  /** Shows rows of the previous search until the new ones arrive. */
  stale: boolean;
  head: Pick<HeadProps, 'columns' | 'sort' | 'sizing'>;
  /** The widths of the columns, if they can change. */
  widths?: string;
  events: RowEvents<T>;
  /** Where a dragged row would go, in px from the first row. */
  dropLine?: number | null;
  onPointerDown?: ((event: PointerEvent) => void) | undefined;
  /** Called when the user interacts with the list. */
  onTouch?: () => void;
};

/** The records of a list as a grid. One element has the focus; the selected row is its active descendant. */
export function ListGrid<T>(props: Props<T>) {
  const { look, open, scroller, rows, selected, choice, opened, stale, onTouch } = props;
  const { first, last, base, rowHeight } = rows;
  const sizes = { '--height-row': `${rowHeight}px`, '--columns': props.widths ?? look.widths } as CSSProperties;
  // In a list without a column for ticks, they appear with the first chosen row.
  const shownChoice = look.tick && choice?.records.length === 0 ? undefined : choice;
  const isDrawn = selected !== null && selected >= first && selected <= last;
  const [from, to] = [pageOf(first), pageOf(Math.max(0, last))];
  // Rows that open make it a tree.
  const grid = {
    role: opened ? 'treegrid' : 'grid',
    'aria-label': props.label,
    'aria-rowcount': open.total === null ? -1 : open.total + 1,
    'aria-colcount': look.columns.length + (choice && !look.tick ? 1 : 0),
    'aria-multiselectable': choice && true,
    'aria-activedescendant': isDrawn ? `row-${selected}` : undefined,
    'aria-busy': stale,
    tabIndex: 0,
  };
  return (
    <ScrollArea scroller={scroller} track={rows.track} className={styles.area}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its role is in `grid` */}
      <div
        ref={scroller}
        className={styles.grid}
        style={sizes}
        data-place="list"
        data-pane
        data-page-focus
        {...grid}
        onPointerDown={props.onPointerDown}
        onPointerMove={onTouch}
        onWheel={onTouch}
        onKeyDown={onTouch}
      >
        <ListHead
          row={look.row}
          ends={look.ends}
          tick={look.tick}
          choice={choice}
          total={open.length}
          {...props.head}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by their number, which a table element cannot do */}
        <div
          role="rowgroup"
          className={styles.body}
          data-stale={stale || undefined}
          data-dropping={props.dropLine != null || undefined}
          style={{ blockSize: rows.bodyHeight, '--drop-line': `${(props.dropLine ?? 0) - base}px` } as CSSProperties}
        >
          {Array.from({ length: to - from + 1 }, (_, at) => from + at).map((page) => (
            <PageRows
              key={page}
              look={look}
              source={open.source}
              page={page}
              first={Math.max(first, page * pageLength)}
              last={Math.min(last, (page + 1) * pageLength - 1)}
              base={base}
              rowHeight={rowHeight}
              topOf={rows.topOf}
              opened={opened}
              selected={selected}
              choice={shownChoice}
              events={props.events}
            />
          ))}
        </div>
      </div>
    </ScrollArea>
  );
}

type PageRowsProps<T> = {
  look: Look<T>;
  source: Source<T>;
  page: number;
  /** The range of rendered rows of the page. */
  first: number;
  last: number;
  /** The start of the body, the height of a row, and the start of each, in px. */
  base: number;
  rowHeight: number;
  topOf: RowWindow['topOf'];
  /** The open row, and what is shown below it. */
  opened: Opened<T> | undefined;
  selected: number | null;
  choice: Choice<T> | undefined;
  events: RowEvents<T>;
};

/** The rendered rows of one page. Placeholders until its records are loaded. */
function PageRows<T>({
  look,
  source,
  page,
  first,
  last,
  base,
  rowHeight,
  topOf,
  opened,
  selected,
  choice,
  events,
}: PageRowsProps<T>) {
  const { data } = useQuery(source(page));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map((index) => {
    const record = data?.records[index - page * pageLength];
    const place = { look, index, top: topOf(index) - base, selected: index === selected };
    if (record === undefined) return <RowToCome key={index} {...place} chosen={choice && false} />;
    const isOpen = opened && opened.row === index;
    return (
      <Fragment key={index}>
        <ListRow record={record} {...place} chosen={choice?.has(record)} isOpen={isOpen} {...events} />
        {isOpen && (
          <RowDetails index={index} top={place.top + rowHeight} onSize={opened.onSize}>
            {opened.details(record)}
          </RowDetails>
        )}
      </Fragment>
    );
  });
}

type RowToComeProps<T> = {
  look: Look<T>;
  index: number;
  top: number;
  selected: boolean;
  chosen: boolean | undefined;
};

/** A placeholder for a row whose record is not loaded yet. */
const RowToCome = <T,>({ look, index, top, selected, chosen }: RowToComeProps<T>) => (
  // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
  // biome-ignore lint/a11y/useSemanticElements: as row.tsx
  <div
    role="row"
    id={`row-${index}`}
    className={classNames(row.row, styles.row, look.row)}
    aria-rowindex={index + 2}
    aria-selected={chosen ?? selected}
    data-current={selected || undefined}
    aria-busy="true"
    style={{ insetBlockStart: top }}
  >
    {chosen !== undefined && !look.tick && <Tick chosen={chosen} />}
    {look.columns.map(({ id }, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: as row.tsx
      // biome-ignore lint/a11y/useSemanticElements: as row.tsx
      <div
        key={id}
        role="gridcell"
        className={row.cell}
        aria-colindex={at + (chosen === undefined || look.tick ? 1 : 2)}
        data-column={id}
      />
    ))}
  </div>
);
