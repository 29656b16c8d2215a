import { listRemovedCalls } from '@shared/contract/call-removal';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys, changedByRemoval } from '../../api/cache/calls';
import type { CommandId } from '../../core/commands';
import { useDeferred } from '../../core/deferred';
import { inspectorWidth, narrow, showInspector, toggleInspector, useLayout } from '../../core/layout';
import { runCommand, usePaneSelection } from '../../core/run-command';
import { useHolds } from '../../core/session';
import { useCommand } from '../../core/use-command';
import { useTitle } from '../../core/use-title';
import { useFormat } from '../../i18n/use-format';
import { Skeleton } from '../../list/skeleton';
import { useBulk } from '../../list/use-bulk';
import { countLimit } from '../../list/use-list';
import { Icon } from '../../ui/icon';
import { PaneError } from '../../ui/pane-error';
import { Splitter } from '../../ui/splitter';
import { useMediaQuery } from '../../ui/use-media-query';
import { CallPane, useCall } from '../call';
import { FirstCalls, PageDrop } from '../imports';
import { useCallName } from '../parties';
import { useRemoving } from './bulk/use-removing';
import { CallList } from './call-list';
import { ColumnsMenu } from './columns/columns-menu';
import { FilterRow } from './filter-row';
import { activeFilters, type Filters, useFilters } from './filters';
import { GoToDate } from './go-to-date';
import { keepFirst, searchKey } from './list-state';
import { NoMatch } from './no-match';
import styles from './review-page.module.css';
import { useFirstList } from './saved/use-first-list';
import { useOpenSearch } from './saved/use-open-search';
import { useCallInAddress, useSelection } from './selection';
import { TopBar } from './top-bar';
import { useArrivals } from './use-arrivals';
import { useListing } from './use-listing';

/** Review: the list of calls, and the details of the selected one. */
export function ReviewPage() {
  const { t } = useTranslation();
  useFirstList();
  const { filters, change } = useFilters();
  const opened = useOpenSearch();
  const { open, isLoaded, stale, error, refetch, onRead } = useListing(filters);
  const { index, call_id, isComing } = useSelection(open);
  const selection = index === null ? null : `${searchKey(open.listing.filters)} ${index}`;
  useCallInAddress(filters, call_id);
  const arrivals = useArrivals(open);
  const sort = { column: filters.by ?? 'setup_time', order: filters.sort };
  const onSort = (by: string, order: Filters['sort']) =>
    change({ by: by === 'setup_time' ? undefined : by, sort: order });

  const isEmpty = isLoaded && open.length === 0;
  const isFirst = isEmpty && activeFilters(open.listing.filters).length === 0;
  return (
    <>
      <main
        className={isFirst ? styles.empty : styles.page}
        aria-label={opened?.search.name ?? t('review.title')}
        data-no-deck={isFirst || undefined}
      >
        <TopBar stale={stale} />
        {isFirst ? (
          <FirstCalls>
            <RemovedHint />
          </FirstCalls>
        ) : (
          <>
            <FilterRow>
              <ArrivalsPill {...arrivals} />
              <GoToDate open={open} />
              <ColumnsMenu />
            </FilterRow>
            {isEmpty ? (
              <NoMatch of={open.listing.filters} sort={sort} onSort={onSort} />
            ) : isLoaded ? (
              <CallList open={open} stale={stale} selected={index} sort={sort} onSort={onSort} onRead={onRead} />
            ) : error ? (
              <div className={styles.centre} data-page-focus>
                <PaneError title={t('review.failed')} error={error} onRetry={() => void refetch()} />
              </div>
            ) : (
              <Skeleton label={t('review.loading')} />
            )}
          </>
        )}
      </main>
      {!isFirst && <Inspector call_id={call_id} selection={selection} isComing={isComing} />}
      <CallInTitle call_id={call_id} />
      <RemoveCall call_id={call_id} isComing={isComing} />
      {!isFirst && <PageDrop />}
    </>
  );
}

/** A separate component, so that only it renders again when the call has been loaded. */
function CallInTitle({ call_id }: { call_id: string | null }) {
  const { data: call } = useCall(call_id);
  const callName = useCallName();
  useTitle(call && callName(call));
  return null;
}

type InspectorProps = {
  call_id: string | null;
  /** Names what is selected; null for nothing. */
  selection: string | null;
  /** Shows the call before, because the selected one is being loaded. */
  isComing: boolean;
};

/** The pane at the right; where the window is too narrow it slides over the list and Esc closes it. */
function Inspector({ call_id, selection, isComing }: InspectorProps) {
  const { t } = useTranslation();
  const shownCall = useDeferred(call_id);
  const { filters, change } = useFilters();
  const isNarrow = useMediaQuery(narrow);
  const { inspector, overlay, inspectorWidth: width } = useLayout();
  const shown = isNarrow ? overlay : inspector;
  usePaneSelection(shown ? selection : null, isComing);
  useCommand('inspector', toggleInspector);
  // What is done in the pane opens it.
  const openFor = (id: CommandId) => () => {
    showInspector();
    setTimeout(() => runCommand(id));
  };
  const isHidden = !shown && call_id !== null;
  useCommand('evaluate', isHidden ? openFor('evaluate') : undefined);
  useCommand('noteAdd', isHidden ? openFor('noteAdd') : undefined);
  const clear = filters.search === '' ? undefined : () => change({ search: '' });
  useCommand('clear', isNarrow && overlay ? toggleInspector : clear);
  useEffect(() => () => void useLayout.setState({ overlay: false }), []);
  if (!shown) return null;
  return (
    <aside
      className={styles.inspector}
      data-overlay={isNarrow || undefined}
      id="inspector"
      aria-label={t('panes.call')}
      data-pane
      tabIndex={-1}
      onFocus={() => keepFirst(filters, shownCall === call_id ? null : shownCall)}
    >
      <Splitter
        label={t('panes.resizeCall')}
        orientation="vertical"
        controls="inspector"
        value={width}
        min={inspectorWidth.min}
        max={inspectorWidth.max}
        onChange={(value) => useLayout.setState({ inspectorWidth: value })}
      />
      <CallPane call_id={shownCall} />
    </aside>
  );
}

/** In a list without calls: where those that were removed can be restored, if there are any. */
function RemovedHint() {
  const { t } = useTranslation();
  const format = useFormat();
  const mayRestore = useHolds('calls:delete');
  const { data } = useQuery({
    queryKey: callKeys.removed('total'),
    enabled: mayRestore,
    queryFn: async ({ signal }) => {
      const { total } = await api(listRemovedCalls, { query: { limit: 1, max_total_calc: countLimit }, signal });
      return total ?? countLimit;
    },
  });
  if (!data) return null;
  return <p>{t('review.removed', { count: data, shown: format.figure(data) })}</p>;
}

type ArrivalsPillProps = { count: number; takeIn: () => void };

/** Shown above the list while new calls wait. Screen readers announce once that calls wait, not each count. */
function ArrivalsPill({ count, takeIn }: ArrivalsPillProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <span className="visually-hidden" role="status">
        {count > 0 && t('review.newCallsWait')}
      </span>
      {count > 0 && (
        <Button className={styles.pill ?? ''} onPress={takeIn}>
          <Icon of={ArrowUp} size={14} />
          {t('review.newCalls', { count, shown: format.figure(count) })}
        </Button>
      )}
    </>
  );
}

type RemoveCallProps = {
  call_id: string | null;
  /** The selected call is still being loaded, and this is the one before. */
  isComing: boolean;
};

/** The command that removes the selected call. Shows why it cannot be removed. */
function RemoveCall({ call_id, isComing }: RemoveCallProps) {
  const { data: call } = useCall(call_id);
  const { run, busy, notDone } = useBulk({ nameOf: useCallName(), changed: changedByRemoval });
  const { t } = useTranslation();
  const { work, whyNot: mayNot } = useRemoving();
  const whyNot = mayNot ?? (call?.legal_hold ? t('call.isHeld') : undefined);
  const remove = () => {
    // Until it is done, the same key would remove the next one.
    if (call && !busy && !isComing) run({ records: [call], keep: () => {} }, work);
  };
  useCommand('removeCall', whyNot === undefined && call_id !== null ? remove : undefined, whyNot);
  return notDone;
}
