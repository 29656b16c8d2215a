import { GripVertical, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { moved, useDragRows } from '../ui/use-drag-rows';
import styles from './rows-editor.module.css';

type Props<T> = {
  label: string;
  rows: readonly T[];
  onChange: (rows: T[]) => void;
  /** The fields of a row. */
  children: (row: T, at: number, change: (row: T) => void) => ReactNode;
  newRow: () => T;
  /** A row without content: Enter adds no row after it. */
  isEmpty: (row: T) => boolean;
  words: { add: string; remove: (at: number) => string /** Needed if rows can be moved. */; grip?: string };
  /** Rows can be moved, by the grip or with Alt and the arrow keys. */
  sortable?: boolean;
  /** The largest number of rows. */
  most?: number | undefined;
  /** The smallest number of rows. */
  least?: number;
  readOnly?: boolean;
  /** Of each row, in px. */
  rowHeight?: number;
  /** Sets the focus to the first row with an error. */
  onFocusable?: (focus: () => void) => void;
};

/** A list of rows as one field. Enter adds a row after the current one. */
export function RowsEditor<T>({
  rows,
  onChange,
  readOnly = false,
  sortable = false,
  rowHeight = 42,
  ...props
}: Props<T>) {
  const { label, children, newRow, isEmpty, words, most = 1000, least = 0, onFocusable } = props;
  const list = useRef<HTMLUListElement>(null);
  /** The row that gets the focus once it is rendered. */
  const wanted = useRef<number>(null);
  const isFull = rows.length >= most;

  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(input, textarea)`)?.focus();
    wanted.current = null;
  });
  useEffect(() => {
    onFocusable?.(() =>
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()),
    );
  }, [onFocusable]);

  const insert = (at: number) => {
    onChange([...rows.slice(0, at), newRow(), ...rows.slice(at)]);
    wanted.current = at;
  };
  const remove = (at: number) => {
    onChange(rows.filter((_, other) => other !== at));
    if (rows.length > 1) wanted.current = Math.min(at, rows.length - 2);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return;
    onChange(moved(rows, from, to));
    wanted.current = to;
  };
  const drag = useDragRows({ rowHeight, length: rows.length, onMove: move });

  const onKeyDown = (event: KeyboardEvent) => {
    const at = Number((event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row);
    if (readOnly || Number.isNaN(at) || event.nativeEvent.isComposing) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isMove = sortable && event.altKey && by !== undefined;
    const isAdd =
      event.key === 'Enter' && (event.target as Element).matches('input:not([role=combobox]), [data-one-line]');
    if (!isMove && !isAdd) return;
    event.preventDefault();
    if (isMove) move(at, at + by);
    else if (!isFull && !isEmpty(rows[at] as T)) insert(at + 1);
  };
  return (
    <div className={styles.editor}>
      <ul
        ref={list}
        className={styles.rows}
        aria-label={label}
        data-focus-group
        data-dropping={drag.line !== null || undefined}
        style={{ '--drop-line': `${drag.line ?? 0}px` } as object}
        onKeyDown={onKeyDown}
        onPointerDown={sortable && !readOnly ? drag.onPointerDown : undefined}
      >
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
          <li key={at} className={styles.row} data-row={at}>
            {sortable && !readOnly && (
              <span className={styles.grip} data-grip title={words.grip}>
                <Icon of={GripVertical} size={14} />
              </span>
            )}
            {children(row, at, (changed) => onChange(rows.map((one, other) => (other === at ? changed : one))))}
            {!readOnly &&
              (rows.length > least ? (
                <IconButton label={words.remove(at)} onPress={() => remove(at)}>
                  <Icon of={X} />
                </IconButton>
              ) : (
                <span className={styles.room} />
              ))}
          </li>
        ))}
      </ul>
      {!readOnly && !isFull && (
        <div className={styles.add}>
          <Button look="quiet" icon={<Icon of={Plus} />} onPress={() => insert(rows.length)}>
            {words.add}
          </Button>
        </div>
      )}
    </div>
  );
}
