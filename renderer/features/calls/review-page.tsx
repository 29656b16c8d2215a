import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { inspectorWidth, narrow, toggleInspector, useLayout } from '../../app/layout';
import { useCommand } from '../../app/use-command';
import { PaneError } from '../../ui/pane-error';
import { Splitter } from '../../ui/splitter';
import { useMediaQuery } from '../../ui/use-media-query';
import { CallPane } from '../call';
import { FirstCalls, PageDrop } from '../imports';
import { CallList } from './call-list';
import { FilterRow } from './filter-row';
import { activeFilters, useFilters, useLastFilters } from './filters';
import { ListFoot } from './list-foot';
import { NoMatch } from './no-match';
import styles from './review-page.module.css';
import { useSelection } from './selection';
import { Skeleton } from './skeleton';
import { TopBar } from './top-bar';
import { useCalls } from './use-calls';

/** Review: the list of calls, and what is known of the one that is selected. */
export function ReviewPage() {
  const { t } = useTranslation();
  useLastFilters();
  const { filters, change } = useFilters();
  const { calls, total, error, refetch, ...list } = useCalls(filters);

  const { hasNextPage, isFetching, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const isFiltered = activeFilters(filters).length > 0;
  const isEmpty = calls?.length === 0 && !list.isPlaceholderData;

  const isFirst = isEmpty && !isFiltered;
  return (
    <>
      <main
        className={isFirst ? styles.empty : styles.page}
        aria-label={t('review.title')}
        data-no-deck={isFirst || undefined}
      >
        <TopBar />
        {isFirst ? (
          <FirstCalls />
        ) : (
          <>
            <FilterRow />
            {calls === undefined ? (
              error ? (
                <div className={styles.centre} data-page-focus>
                  <PaneError title={t('review.failed')} error={error} onRetry={() => void refetch()} />
                </div>
              ) : (
                <Skeleton />
              )
            ) : isEmpty ? (
              <NoMatch sort={filters.sort} onSort={(sort) => change({ sort })} />
            ) : (
              <CallList
                calls={calls}
                total={total}
                stale={list.isPlaceholderData}
                sort={filters.sort}
                onSort={(sort) => change({ sort })}
                onEnd={hasNextPage && !isFetching && !error ? more : undefined}
                readOn={hasNextPage ? list.readOn : undefined}
              />
            )}
            <ListFoot
              calls={calls}
              total={total}
              complete={!hasNextPage}
              error={calls === undefined ? null : error}
              onRetry={more}
            />
          </>
        )}
      </main>
      {!isFirst && <Inspector />}
      {!isFirst && <PageDrop />}
    </>
  );
}

/** The pane at the right; where the window is too narrow it slides over the list and Esc closes it. */
function Inspector() {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(narrow);
  const { inspector, overlay, inspectorWidth: width } = useLayout();
  const { call_id, select } = useSelection();
  const shown = isNarrow ? overlay : inspector;
  useCommand('inspector', toggleInspector);
  useCommand('clear', isNarrow && overlay ? toggleInspector : call_id === null ? undefined : () => select(null));
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
      <CallPane call_id={call_id} />
    </aside>
  );
}
