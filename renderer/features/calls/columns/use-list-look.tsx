import type { Call } from '@shared/contract/calls';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../../core/layout';
import type { HeadColumn, Order } from '../../../list/list-head';
import type { Look } from '../../../list/look';
import { fittingWidth, type Sizing } from '../../../list/size-edge';
import { useCodeText } from '../../call';
import { sortIn } from '../filters';
import { useListState } from '../list-state';
import { type CallColumn, useCallColumns } from './call-columns';
import { DirectionCell } from './cells';
import row from './row.module.css';
import { useView } from './use-view';
import { clamped, directionColumn, fitting, neededBy, restColumn, widthsOf } from './view';

const lookWith = (shown: readonly CallColumn[], directionName: (call: Call) => string): Look<Call> => {
  const having = (content: CallColumn['content']) =>
    new Set(shown.filter((one) => one.content === content).map(({ id }) => id));
  return {
    columns: [
      { id: directionColumn.id, cell: (call) => <DirectionCell call={call} name={directionName(call)} /> },
      ...shown.map(({ id, text, cell = text }) => ({ id, cell })),
    ],
    row: row.row ?? '',
    idOf: ({ call_id }) => call_id,
    texts: having('text'),
    ends: having('end'),
    opener: directionColumn.id,
    tick: directionColumn.id,
  };
};

/** Only other columns are another look, so that rows are not rendered again while one gets wider. */
function useLook(ids: string, columns: ReadonlyMap<string, CallColumn>): Look<Call> {
  const code = useCodeText();
  return useMemo(() => {
    const shown = ids === '' ? [] : ids.split(' ').flatMap((id) => columns.get(id) ?? []);
    return lookWith(shown, (call) => code('protocol_call_direction', call.protocol_call_direction));
  }, [ids, columns, code]);
}

/** The column and direction that the list is sorted by, and what sorts it by another one. */
export type Sort = { now: { column: string; order: Order }; onSort: (column: string, order: Order) => void };

/** How the list of calls is drawn in the width that it has: its columns with their widths, and its head. */
export function useListLook(box: RefObject<HTMLElement | null>, sort: Sort) {
  const { t } = useTranslation();
  const columns = useCallColumns();
  const { view, change } = useView();
  const room = useRoom(box);
  /** The column whose edge is being dragged. */
  const [dragged, setDragged] = useState<{ id: string; width: number } | null>(null);
  const sized = ({ id, width }: ListColumn) => ({ id, width: id === dragged?.id ? dragged.width : width });
  const known = view.columns.filter(({ id }) => columns.has(id)).map(sized);
  const fit = fitting(known, room);
  const ids = fit.map(({ id }) => id).join(' ');
  const look = useLook(ids, columns);

  /** Not so wide that another column would have to leave. */
  const within = (id: string, width: number) =>
    clamped(Math.min(width, room - neededBy(fit.filter((one) => one.id !== id))));
  const setWidth = (id: string, width: number) =>
    change({
      ...view,
      columns: view.columns.map((one) => (one.id === id ? { id, width: within(id, width) } : one)),
    });
  const sizing: Sizing = {
    onSize: (id, width, isDone) => {
      setDragged(isDone ? null : { id, width: within(id, width) });
      if (isDone) setWidth(id, width);
    },
    onFit: (id) => box.current && setWidth(id, fittingWidth(box.current, id)),
  };
  /** The direction that each column is first sorted in: figures from the highest, texts from A. */
  const starts = new Map(
    fit.flatMap(({ id }) => {
      const isText = columns.get(id)?.content === 'text' || id === 'number';
      return id === 'setup_time' || sortIn(id) ? [[id, isText ? 'asc' : 'desc'] as const] : [];
    }),
  );
  const rest = fit.findIndex(({ id }) => id === restColumn);
  const heads: HeadColumn[] = fit.map(({ id }, at) => ({
    id,
    name: columns.get(id)?.name ?? '',
    edge: at === rest ? undefined : rest >= 0 && at > rest ? 'start' : 'end',
  }));
  return {
    look,
    isCompact: view.isCompact,
    widths: widthsOf(fit),
    head: {
      columns: [{ id: directionColumn.id, name: t('calls.column.direction'), quiet: true }, ...heads],
      sort: { ...sort.now, onSort: sort.onSort, starts, usual: { column: 'setup_time', order: 'desc' as const } },
      sizing,
    },
  };
}

/** The width of an element in px, before it is first painted and from then on. */
function useRoom(box: RefObject<HTMLElement | null>): number {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Also called once at the start, before the first paint. Measuring here would lay out the page a second time.
    const watch = new ResizeObserver(() => useListState.setState({ room: element.clientWidth }));
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return useListState((state) => state.room);
}
