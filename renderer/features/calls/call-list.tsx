import { readTotals } from '@shared/contract/call-scores';
import type { Call } from '@shared/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useKept } from '../../core/session-restore';
import { useFormat } from '../../i18n/use-format';
import { BulkBar } from '../../list/bulk-bar';
import { ListGrid } from '../../list/grid';
import { ListFoot } from '../../list/list-foot';
import { useChoice } from '../../list/use-choice';
import { useChoiceKeys } from '../../list/use-choice-keys';
import { usePages } from '../../list/use-pages';
import { type RowWindow, rowHeights, useRowWindow } from '../../list/use-row-window';
import { useScores } from '../assignments';
import { useCallName } from '../parties';
import { usePlayer } from '../player';
import { CallActions } from './bulk/call-actions';
import styles from './call-list.module.css';
import { ShownScores } from './columns/score-cell';
import { type Sort, useListLook } from './columns/use-list-look';
import { searchKey, selectRow, useListState } from './list-state';
import { searchOf } from './listing';
import { useListKeys } from './use-list-keys';
import type { OpenListing } from './use-listing';

type Props = {
  open: OpenListing;
  /** Shows rows of the previous search until the new ones arrive. */
  stale: boolean;
  selected: number | null;
  sort: Sort['now'];
  onSort: Sort['onSort'];
  onRead: (length: number) => void;
};

/** The list of calls. */
export function CallList({ open, stale, selected, sort, onSort, onRead }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const load = usePlayer((player) => player.load);
  const format = useFormat();
  const { listing, length, total, isCounting } = open;
  const { look, head, widths, isCompact } = useListLook(scroller, { now: sort, onSort });
  const rows = useRowWindow(scroller, length, { rowHeight: rowHeights[isCompact ? 'compact' : 'comfortable'] });
  const pages = usePages(open, rows, onRead);
  const scores = useScores(pages.loaded);
  const { current, select } = useListKeys(open, selected, rows.pageRows);
  const choice = useChoice(open, look, searchKey(listing.filters));
  useChoiceKeys(choice, { length, current: () => current() ?? 0, select });
  const callName = useCallName();
  const latest = useRef({ choice, current });
  useLayoutEffect(() => {
    latest.current = { choice, current };
  });
  useFollowing(open, selected, rows);
  const events = useMemo(
    () => ({
      onSelect: (index: number) => selectRow(listing.filters, index),
      onOpen: (call: Call) => load(call, { play: true }),
      onChoose: (index: number, how: 'toggle' | 'extend') =>
        latest.current.choice[how](index, latest.current.current() ?? 0),
    }),
    [listing.filters, load],
  );
  const count =
    total !== null
      ? t('review.count', { count: total, shown: format.figure(total) })
      : !isCounting && t('review.countMore', { count: length, shown: format.figure(length) });
  const shown = { label: t('panes.list'), look, open, scroller, rows, selected, choice, stale, head, widths, events };

  return (
    <>
      <ShownScores value={scores}>
        <ListGrid {...shown} onTouch={stopFollowing} />
      </ShownScores>
      {choice.records.length > 0 ? (
        <BulkBar names={choice.records.map(callName)} length={length} onClear={choice.clear} ofCalls>
          <CallActions choice={choice} />
        </BulkBar>
      ) : (
        <ListFoot count={count} pages={pages} failed={t('review.moreFailed')} ofCalls>
          {!stale && <ListTotals open={open} />}
        </ListFoot>
      )}
    </>
  );
}

/** From now on new calls wait, because the user is working in the list. */
const stopFollowing = () => {
  if (useListState.getState().follows) useListState.setState({ follows: null });
};

/** Where the list was when this address, with its search and its selected call, was last left. */
function useKeptTop({ top }: RowWindow): number | undefined {
  const { search } = useLocation();
  const read = () => ({ search, top: top() });
  const before = useKept<ReturnType<typeof read>>('list', read, { lasts: true });
  const [kept] = useState(() => (before?.search === search ? before.top : undefined));
  return kept;
}

/**
 * A new search starts at the top. The view follows the selection, even to a row that is selected again. When new calls
 * are taken in, or the rows become lower, the view keeps its position. After a lock, it does too: the selected call is found again without
 * scrolling to it.
 */
function useFollowing({ listing, length }: OpenListing, index: number | null, rows: RowWindow): void {
  const kept = useKeptTop(rows);
  /** The scroll position until the list is counted: until then, it may be too short for the position that was kept. */
  const meanwhile = useRef<number>(null);
  /** Whether what was kept is there again: from now on, a selection is the user's. */
  const isRestored = useRef(kept === undefined);
  const selection = useListState((state) => state.selection);
  /** The selection of the call that was found again. Its row can change until the list is counted. */
  const foundAgain = useRef<typeof selection>(null);
  const { rowHeight } = rows;
  const now = { search: searchKey(listing.filters), edition: listing.edition, index, selection, rowHeight, length };
  const before = useRef<typeof now>(null);
  useLayoutEffect(() => {
    const was = before.current ?? { ...now, index: null };
    const isNew = before.current === null;
    before.current = now;
    if (was.rowHeight !== rowHeight) rows.scrollTo((rows.top() * rowHeight) / was.rowHeight);
    else if (was.search !== now.search) rows.scrollTo(0);
    else if (was.edition !== now.edition) {
      const top = rows.top();
      if (top > 0 && was.index !== null && index !== null) rows.scrollTo(top + (index - was.index) * rowHeight);
    } else if (kept !== undefined && (isNew || (was.length !== length && meanwhile.current === rows.top()))) {
      rows.scrollTo(kept);
      meanwhile.current = rows.top() < kept ? rows.top() : null;
    } else if (index !== null && (index !== was.index || selection !== was.selection)) {
      // The call in the address. The first row may have been selected until it was found.
      if (!isRestored.current && selection !== null && 'call_id' in selection) foundAgain.current = selection;
      if (selection !== null) isRestored.current = true;
      if (selection !== null && selection === foundAgain.current) return;
      meanwhile.current = null;
      rows.showRow(index);
    }
  });
}

/** Adding up reads every call of the search: 10,000 without evaluations take 20 ms, measured. */
const maxSummed = 10_000;

/** How long the calls of the list are together, and how many are scored; nothing for a list that is long or not counted. */
function ListTotals({ open: { listing, total } }: { open: OpenListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: totals } = useQuery({
    queryKey: evaluationKeys.totals(listing),
    enabled: total !== null && total > 0 && total <= maxSummed,
    queryFn: async ({ signal }) =>
      (await api(readTotals, { query: searchOf(listing.filters), view: 'calls added up', signal })).totals,
  });
  if (!totals) return null;
  const { duration, scored, drafts } = totals;
  const minutes = Math.round(duration / 60);
  const length = { hours: format.figure(Math.floor(minutes / 60)), minutes: String(minutes % 60).padStart(2, '0') };
  const evaluated = [
    scored ? t('calls.totals.scored', { shown: format.figure(scored) }) : [],
    drafts ? t('calls.totals.drafts', { count: drafts, shown: format.figure(drafts) }) : [],
  ].flat();
  return (
    <>
      <span data-figures>
        {duration < 60
          ? t('calls.totals.seconds', { seconds: String(Math.round(duration)) })
          : minutes < 60
            ? t('calls.totals.minutes', { minutes: String(minutes) })
            : t('calls.totals.hours', length)}
      </span>
      <span className={styles.evaluated} data-figures>
        {evaluated.join(', ')}
      </span>
    </>
  );
}
