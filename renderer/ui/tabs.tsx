import { type KeyboardEvent, useRef } from 'react';
import { isModified } from './is-modified';
import styles from './tabs.module.css';

type Tab<Id> = { id: Id; name: string; count?: number | undefined };

type Props<Id> = {
  label: string;
  /** The prefix of the ids of these tabs and their panels. */
  of: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
};

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Tabs of panels that may stand anywhere on the page, with the attributes of `tabPanel`. The arrow keys choose one. */
export function TabList<Id extends string>({ label, of, tabs, value, onChange }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === value);
    const next = steps[event.key]?.(at, tabs.length - 1);
    if (next === undefined || isModified(event)) return;
    event.preventDefault();
    const tab = tabs[next];
    if (tab) onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
      {tabs.map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${of}-${id}-tab`}
          className={styles.tab}
          aria-selected={id === value}
          aria-controls={id === value ? `${of}-${id}` : undefined}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {name}{' '}
          {count !== undefined && (
            <span className={styles.count} data-figures>
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** The attributes of the panel of a tab. */
export const tabPanel = (of: string, id: string) => ({
  role: 'tabpanel',
  id: `${of}-${id}`,
  'aria-labelledby': `${of}-${id}-tab`,
});
