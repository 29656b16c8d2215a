import { type ReactNode, useState } from 'react';
import { Group } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { AddFilter } from './builder/add-filter';
import { FilterChips } from './builder/filter-chips';
import { keepLast } from './builder/last-filters';
import { DateFilter } from './date-filter';
import { FilterChip } from './filter-chip';
import styles from './filter-row.module.css';
import { advancedNow, filtersNow, useFilters } from './filters';
import { SearchChanges } from './saved/search-changes';
import { useDateText } from './use-date-text';
import { useMatching } from './use-matching';

/** The active filters as chips, and a button to add one. Further actions of the list are at the end. */
export function FilterRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const dateText = useDateText();
  const { filters, change, changeAdvanced } = useFilters();
  // A chip would be gone from when its editor closes until the page shows what was chosen.
  const { date, advanced } = filtersNow();
  const matching = useMatching(filters);
  const [editing, setEditing] = useState<string | null>(null);
  const done = () => {
    const set = advancedNow().find(({ name }) => name === editing);
    if (set) keepLast(set);
    setEditing(null);
  };
  return (
    <Group className={styles.row ?? ''} aria-label={t('filters.title')} data-focus-group>
      {(date || editing === 'date') && (
        <FilterChip
          name={t('filters.date')}
          value={date && dateText(date)}
          open={editing === 'date'}
          onOpenChange={(open) => setEditing(open ? 'date' : null)}
          onRemove={() => change({ date: null })}
        >
          <DateFilter value={date} onChange={(value) => change({ date: value })} onDone={done} />
        </FilterChip>
      )}
      <FilterChips
        advanced={advanced}
        onChange={changeAdvanced}
        editing={editing}
        onEdit={setEditing}
        onDone={done}
        matching={matching}
        search={filters}
      />
      <AddFilter advanced={advanced} onChange={changeAdvanced} onEdit={setEditing} />
      <SearchChanges />
      <span className={styles.end}>{children}</span>
    </Group>
  );
}
