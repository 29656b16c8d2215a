import type { Call } from '@shared/contract/calls';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKept } from '../../core/left';
import { useFormat } from '../../i18n/use-format';
import { ListFoot } from '../../list/foot';
import { ListGrid } from '../../list/grid';
import { usePages } from '../../list/use-pages';
import { type RowWindow, rowHeight, useRowWindow } from '../../list/use-row-window';
import { usePlayer } from '../player';
import { look, useHead } from './columns';
import { searchKey, selectRow, useListState } from './list-state';
import { useListKeys } from './use-list-keys';
import type { OpenListing } from './use-listing';

type Props = {
  open: OpenListing;
  /** Shows rows of the previous search until the new ones arrive. */
  stale: boolean;
  selected: number | null;
  sort: 'asc' | 'desc';
  onSort: (sort: 'asc' | 'desc') => void;
  onRead: (length: number) => void;
};

/** The list of calls. */
export function CallList({ open, stale, selected, sort, onSort, onRead }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const load = usePlayer((player) => player.load);
  const format = useFormat();
  const { listing, length, total, isCounting } = open;
  const rows = useRowWindow(scroller, length);
  const pages = usePages(open, rows, onRead);
  const head = useHead({ order: sort, onSort });
  useListKeys(open, selected, rows.pageRows);
  useFollowing(open, selected, rows);
  const events = useMemo(
    () => ({
      onSelect: (index: number) => selectRow(listing.filters, index),
      onOpen: (call: Call) => load(call, { play: true }),
    }),
    [listing.filters, load],
  );
  const count =
    total !== null
      ? t('review.count', { count: total, shown: format.figure(total) })
      : !isCounting && t('review.countMore', { count: length, shown: format.figure(length) });
  const shown = { label: t('panes.list'), look, open, scroller, rows, selected, stale, head, events };

  return (
    <>
      <ListGrid {...shown} onTouch={stopFollowing} />
      <ListFoot count={count} pages={pages} failed={t('review.moreFailed')} />
    </>
  );
}

/** From now on new calls wait, because the user is working in the list. */
const stopFollowing = () => {
  if (useListState.getState().follows) useListState.setState({ follows: false });
};

/**
 * A new search starts at the top. The view follows the selection, even to a row that is selected again. When new calls
 * are taken in, the view keeps its position. After a lock, it does too: the selected call is found again without
 * scrolling to it.
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
