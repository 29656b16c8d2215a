import { Columns3, Rows3, Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../../core/layout';
import { localeOf } from '../../../i18n/i18n';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { Popover } from '../../../ui/popover';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { moved, useDragRows } from '../../../ui/use-drag-rows';
import { useListState } from '../list-state';
import { useCallColumns } from './call-columns';
import { ColumnRow, columnRowHeight } from './column-row';
import styles from './columns-menu.module.css';
import { useView } from './use-view';
import { clamped, fitting } from './view';

/** The button for the columns of the list, and the one for low rows. */
export function ColumnsMenu() {
  const { t } = useTranslation();
  const { view, change } = useView();
  const columns = useCallColumns();
  const room = useListState((state) => state.room);
  const shown = view.columns.filter(({ id }) => columns.has(id));
  const count = shown.length - fitting(shown, room).length;
  return (
    <>
      <Popover
        label={t('columns.title')}
        placement="bottom end"
        trigger={
          <IconButton label={count > 0 ? t('columns.titleHidden', { count }) : t('columns.title')} size={30}>
            <Icon of={Columns3} />
            {count > 0 && (
              <span className={styles.count} aria-hidden="true">
                {count}
              </span>
            )}
          </IconButton>
        }
      >
        <Columns />
      </Popover>
      <IconButton
        label={t('columns.compact')}
        size={30}
        pressed={view.isCompact}
        onPress={() => change({ ...view, isCompact: !view.isCompact })}
      >
        <Icon of={Rows3} />
      </IconButton>
    </>
  );
}

/** The number of columns that can be added at once; the others are found by typing. */
const atFirst = 3;

function Columns() {
  const { t } = useTranslation();
  const columns = useCallColumns();
  const { view, start, change, isChanged } = useView();
  const room = useListState((state) => state.room);
  const [isLong, setLong] = useState(false);
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { shown, left, said, add, remove, move, setWidth } = useColumnChanges(list);
  const fit = new Set(fitting(shown, room).map(({ id }) => id));
  const found = left.filter(({ name }) => name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  const drag = useDragRows({ rowHeight: columnRowHeight, length: shown.length, onMove: move });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.altKey) return;
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('[data-id] input') ?? [])];
    const at = boxes.indexOf(event.target as HTMLElement);
    if (at === -1) return;
    event.preventDefault();
    boxes[at + step]?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the checkboxes in it
    <div ref={list} className={styles.menu} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('columns.title')}</h2>
        {isChanged && (
          <Button look="quiet" size="control" onPress={() => change(start)}>
            {t('columns.reset')}
          </Button>
        )}
      </header>
      <div className={styles.scroller}>
        <ul className={styles.shown} onPointerDown={drag.onPointerDown} aria-label={t('columns.title')}>
          {shown.map((column, at) => (
            <ColumnRow
              key={column.id}
              id={column.id}
              name={columns.get(column.id)?.name ?? ''}
              width={column.width}
              hasRoom={fit.has(column.id)}
              place={at}
              onToggle={shown.length > 1 ? () => remove(column.id) : undefined}
              onMove={(by) => move(at, at + by)}
              onWidth={(width) => setWidth(column, width)}
            />
          ))}
          {drag.line !== null && (
            <li className={styles.line} style={{ insetBlockStart: drag.line }} aria-hidden="true" />
          )}
        </ul>
        <h3 className={styles.heading}>{t('columns.left')}</h3>
        {left.length > atFirst && (
          <TextField
            key={String(isLong)}
            autoFocus={isLong}
            label={t('columns.find')}
            labelHidden
            value={typed}
            onChange={setTyped}
            before={<Icon of={Search} size={14} />}
          />
        )}
        <ul aria-label={t('columns.left')}>
          {(isLong ? found : found.slice(0, atFirst)).map(({ id, name, width }) => (
            <ColumnRow key={id} id={id} name={name} width={width} onToggle={() => add(id)} />
          ))}
        </ul>
        {found.length === 0 && typed !== '' && <p className={styles.none}>{t('columns.noneFound')}</p>}
        {!isLong && found.length > atFirst && (
          <Button look="quiet" size="control" onPress={() => setLong(true)}>
            {t('columns.more', { count: found.length - atFirst })}
          </Button>
        )}
      </div>
      <footer className={styles.foot}>
        {fit.size < shown.length && (
          <p className={styles.hint} role="status">
            {t('columns.hidden', { count: shown.length - fit.size })}
          </p>
        )}
        <Switch
          label={t('columns.compact')}
          value={view.isCompact}
          onChange={(isCompact) => change({ ...view, isCompact })}
        />
        <p className={styles.hint}>{t('columns.keys')}</p>
      </footer>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** Whether a column is a custom field, which the people of the archive made because they need it. */
const isOwn = ({ id }: { id: string }) => id.startsWith('custom_field_');

/**
 * The columns of the list and those that can be added, with their changes. `said` describes the last one to screen
 * readers; the column that a change moves in `menu` keeps the focus.
 */
function useColumnChanges(menu: RefObject<HTMLElement | null>) {
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
