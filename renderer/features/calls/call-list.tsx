import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../core/left';
import { ScrollArea } from '../../ui/scroll-area';
import { usePlayer } from '../player';
import { ArrivalsPill } from './arrivals-pill';
import styles from './call-list.module.css';
import { CallPage } from './call-page';
import { columns } from './columns';
import { ListFoot } from './list-foot';
import { ListHead } from './list-head';
import { searchKey, selectRow, useListState } from './list-state';
import { pageLength, pageOf } from './listing';
import { useListKeys } from './use-list-keys';
import type { OpenListing } from './use-listing';
import { usePages } from './use-pages';
import { type RowWindow, rowHeight, useRowWindow } from './use-row-window';

type Props = {
  open: OpenListing;
  /** Rows of the search before, until the new ones are there. */
  stale: boolean;
  selected: number | null;
  arrivals: { count: number; takeIn: () => void };
  sort: 'asc' | 'desc';
  onSort: (sort: 'asc' | 'desc') => void;
  onRead: (length: number) => void;
};

/** The calls as a grid. One element takes the focus; the selected row is its active descendant. */
export function CallList({ open, stale, selected, arrivals, sort, onSort, onRead }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const load = usePlayer((player) => player.load);
  const { listing, length, total } = open;
  const rows = useRowWindow(scroller, length);
  const { first, last, base, bodyHeight } = rows;
  const pages = usePages(open, { first, last }, onRead);
  useListKeys(open, selected, rows.pageRows);
  useFollowing(open, selected, rows);
  const events = useMemo(
    () => ({
      onSelect: (index: number) => selectRow(listing.filters, index),
      onPlay: (call: Parameters<typeof load>[0]) => load(call, { play: true }),
    }),
    [listing.filters, load],
  );
  const isDrawn = selected !== null && selected >= first && selected <= last;
  const [from, to] = [pageOf(first), pageOf(Math.max(0, last))];

  return (
    <>
      <ScrollArea scroller={scroller} track={rows.track} className={styles.area}>
        <ArrivalsPill {...arrivals} />
        {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by their number, which a table element cannot do */}
        <div
          ref={scroller}
          role="grid"
          className={styles.grid}
          aria-label={t('panes.list')}
          aria-rowcount={total === null ? -1 : total + 1}
          aria-colcount={columns.length}
          aria-activedescendant={isDrawn ? `row-${selected}` : undefined}
          aria-busy={stale}
          tabIndex={0}
          data-place="list"
          data-pane
          data-page-focus
          onPointerMove={stopFollowing}
          onWheel={stopFollowing}
          onKeyDown={stopFollowing}
        >
          <ListHead sort={sort} onSort={onSort} />
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div
            role="rowgroup"
            className={styles.body}
            data-stale={stale || undefined}
            style={{ blockSize: bodyHeight }}
          >
            {Array.from({ length: to - from + 1 }, (_, at) => from + at).map((page) => (
              <CallPage
                key={page}
                listing={listing}
                page={page}
                first={Math.max(first, page * pageLength)}
                last={Math.min(last, (page + 1) * pageLength - 1)}
                base={base}
                selected={selected}
                events={events}
              />
            ))}
          </div>
        </div>
      </ScrollArea>
      <ListFoot open={open} pages={pages} />
    </>
  );
}

/** From now on new calls wait, as someone is at work in the list. */
const stopFollowing = () => {
  if (useListState.getState().follows) useListState.setState({ follows: false });
};

/**
 * A new search starts at the top; the view follows the selection, also to a row that is selected once more; when new
 * calls are taken in, it stays where it was. So it does after the window was locked: the selected call is found again
 * without scrolling to it.
 */
function useFollowing({ listing }: OpenListing, index: number | null, rows: RowWindow): void {
  const kept = useKept('list', rows.top);
  const selection = useListState((state) => state.selection);
  const now = { search: searchKey(listing.filters), edition: listing.edition, index, selection };
  const before = useRef<typeof now>(null);
  useLayoutEffect(() => {
    const was = before.current ?? { ...now, index: null };
    const isNew = before.current === null;
    before.current = now;
    if (was.search !== now.search) rows.scrollTo(0);
    else if (was.edition !== now.edition) {
      const top = rows.top();
      if (top > 0 && was.index !== null && index !== null) rows.scrollTo(top + (index - was.index) * rowHeight);
    } else if (kept !== undefined && was.index === null) {
      if (isNew) rows.scrollTo(kept);
    } else if (index !== null && (index !== was.index || selection !== was.selection)) rows.showRow(index);
  });
}
