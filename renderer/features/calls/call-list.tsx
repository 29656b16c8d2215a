import type { Call } from '@shared/contract/calls';
import { useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollArea } from '../../ui/scroll-area';
import { usePlayer } from '../player';
import styles from './call-list.module.css';
import { CallRow } from './call-row';
import { columns, features } from './columns';
import { ListHead } from './list-head';
import { useSelection } from './selection';
import { useListKeys } from './use-list-keys';

type Props = {
  calls: Call[];
  total: number | null;
  /** Rows of the search before, until the new ones are there. */
  stale: boolean;
  sort: 'asc' | 'desc';
  onSort: (sort: 'asc' | 'desc') => void;
  /** Asks for more rows; absent while some come, and at the end of the list. */
  onEnd: (() => void) | undefined;
  /** Brings the next page, then gives every row there is; absent at the end of the list. */
  readOn: (() => Promise<Call[]>) | undefined;
};

/** As `--height-row`. */
const rowHeight = 36;
const headHeight = 30;

/** The calls as a grid. One element takes the focus; the selected row is its active descendant. */
export function CallList({ calls, total, stale, sort, onSort, onEnd, readOn }: Props) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { call_id, select } = useSelection();
  const load = usePlayer((player) => player.load);
  const table = useTable({ features, columns, data: calls, getRowId: (call) => call.call_id });
  const rows = table.getRowModel().rows;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const isNearEnd = lastShown >= rows.length - 30;
  useEffect(() => {
    if (isNearEnd) onEnd?.();
  }, [isNearEnd, onEnd]);

  useListKeys({
    calls,
    readOn,
    scrollTo: (index) => virtual.scrollToIndex(index),
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  });

  return (
    <ScrollArea scroller={scroller} className={styles.area}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are laid out by the virtualiser, which a table element cannot be */}
      <div
        ref={scroller}
        role="grid"
        className={styles.grid}
        aria-label={t('panes.list')}
        aria-rowcount={total === null ? -1 : total + 1}
        aria-colcount={columns.length}
        aria-activedescendant={items.some(({ index }) => rows[index]?.id === call_id) ? `call-${call_id}` : undefined}
        aria-busy={stale}
        tabIndex={0}
        data-place="list"
        data-pane
        data-page-focus
      >
        <ListHead sort={sort} onSort={onSort} />
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div
          role="rowgroup"
          className={styles.body}
          data-stale={stale || undefined}
          style={{ blockSize: virtual.getTotalSize() - headHeight }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <CallRow
                key={row.id}
                row={row}
                index={index}
                top={start - headHeight}
                selected={row.id === call_id}
                onSelect={() => select(row.id)}
                onPlay={() => load(row.original, { play: true })}
              />
            );
          })}
        </div>
      </div>
    </ScrollArea>
  );
}
