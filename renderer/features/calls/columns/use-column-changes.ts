import { type RefObject, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../../core/layout';
import { localeOf } from '../../../i18n/i18n';
import { moved } from '../../../ui/use-drag-rows';
import { useCallColumns } from './call-columns';
import { useView } from './use-view';
import { clamped } from './view';

/** Whether a column is a custom field, which the people of the archive made because they need it. */
const isOwn = ({ id }: { id: string }) => id.startsWith('custom_field_');

/**
 * The columns of the list and those that can be added, with their changes. `said` describes the last one to screen
 * readers; the column that a change moves in `menu` keeps the focus.
 */
export function useColumnChanges(menu: RefObject<HTMLElement | null>) {
  const { t, i18n } = useTranslation();
  const columns = useCallColumns();
  const { view, change } = useView();
  const [said, setSaid] = useState('');
  /** The row whose focus would be lost, because it moves in the page. */
  const [focused, setFocused] = useState<{ id: string } | null>(null);
  useLayoutEffect(() => {
    if (focused) menu.current?.querySelector<HTMLElement>(`[data-id="${focused.id}"] input`)?.focus();
  }, [menu, focused]);

  const shown = view.columns.filter(({ id }) => columns.has(id));
  const left = [...columns.values()]
    .filter(({ id }) => !view.columns.some((one) => one.id === id))
    .sort(
      (a, b) =>
        Number(isOwn(b)) - Number(isOwn(a)) || a.name.localeCompare(b.name, localeOf(i18n.language), { numeric: true }),
    );
  const set = (next: readonly ListColumn[]) => change({ ...view, columns: next });

  const add = (id: string) => {
    set([...view.columns, { id, width: columns.get(id)?.width ?? null }]);
    setFocused({ id });
  };
  const remove = (id: string) => {
    set(view.columns.filter((one) => one.id !== id));
    setFocused({ id });
  };
  const move = (from: number, to: number) => {
    const [column, there] = [shown[from], shown[to]];
    if (!column || !there) return;
    // Columns that are not known yet, or not to this user, stay where they are.
    set(moved(view.columns, view.columns.indexOf(column), view.columns.indexOf(there)));
    setFocused({ id: column.id });
    setSaid(t('columns.place', { name: columns.get(column.id)?.name, at: to + 1, count: shown.length }));
  };
  const setWidth = ({ id }: ListColumn, width: number) => {
    set(view.columns.map((one) => (one.id === id ? { id, width: clamped(width) } : one)));
    setSaid(String(clamped(width)));
  };
  return { shown, left, said, add, remove, move, setWidth };
}
