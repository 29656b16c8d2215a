import { useLayoutEffect, useRef, useState } from 'react';
import { Group } from 'react-aria-components';
import type { Advanced } from '../filters';
import { AddFilter } from './add-filter';
import { FilterChips } from './filter-chips';
import styles from './filter-field.module.css';

type Props = {
  label: string;
  value: readonly Advanced[];
  onChange: (value: Advanced[]) => void;
  /** Names that are not offered, because the form has its own fields for them. */
  without?: readonly string[];
  /** A remark in the editor of a filter. */
  note?: string;
};

/** Filters of calls as a field of a form. */
export function FilterField({ label, value, onChange, without = [], note = '' }: Props) {
  const [editing, setEditing] = useState<string | null>(null);
  // An editor applies its last value when it closes, after it was rendered.
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const change = (to: (advanced: readonly Advanced[]) => readonly Advanced[]) => onChange([...to(latest.current)]);
  const shared = { advanced: value, onChange: change, onEdit: setEditing };
  return (
    <Group className={styles.field ?? ''} aria-label={label} data-focus-group>
      <FilterChips {...shared} editing={editing} onDone={() => setEditing(null)} matching={note} />
      <AddFilter {...shared} offers={({ name }) => !without.includes(name)} />
    </Group>
  );
}
