import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Group } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../core/use-command';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { useCatalogue } from './builder/catalogue';
import { FilterEditor } from './builder/filter-editor';
import { FilterList } from './builder/filter-list';
import { keepLast } from './builder/last-filters';
import { useAdvancedTexts } from './builder/use-advanced-texts';
import { DateFilter } from './date-filter';
import { FilterChip } from './filter-chip';
import styles from './filter-row.module.css';
import { advancedNow, useFilters, withFilter } from './filters';
import { SearchChanges } from './saved/search-changes';
import { useDateText } from './use-date-text';
import { useMatching } from './use-matching';

/** The active filters as chips, and a button to add one. Further actions of the list are at the end. */
export function FilterRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const dateText = useDateText();
  const { filters, change, changeAdvanced } = useFilters();
  const { date, advanced } = filters;
  const items = useCatalogue();
  const texts = useAdvancedTexts(advanced);
  const matching = useMatching(filters);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<string | null>(null);
  useCommand('filter', () => setAdding(true));

  const done = () => {
    const set = advancedNow().find(({ name }) => name === editing);
    if (set) keepLast(set);
    setEditing(null);
  };
  const shown = advanced.map(({ name }) => name);
  // A filter that is being added has its chip at the end.
  if (editing !== null && editing !== 'date' && !shown.includes(editing)) shown.push(editing);
  const removeAdvanced = (name: string) => {
    setEditing(null);
    changeAdvanced((all) => all.filter((filter) => filter.name !== name));
  };
  const choose = (name: string) => {
    setAdding(false);
    // The editor opens once the list has given the focus back.
    setTimeout(() => setEditing(name));
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
      {shown.flatMap((name) => {
        const item = items.find((one) => one.name === name);
        const value = advanced.find((filter) => filter.name === name);
        if (!item) return [];
        return (
          <FilterChip
            key={name}
            name={item.label}
            value={texts.get(name)?.value ?? null}
            open={editing === name}
            onOpenChange={(open) => (open ? setEditing(name) : done())}
            onRemove={() => removeAdvanced(name)}
          >
            <FilterEditor
              item={item}
              value={value}
              onChange={(filter) => changeAdvanced((all) => withFilter(all, filter))}
              onRemove={() => removeAdvanced(name)}
              onDone={done}
              matching={matching}
            />
          </FilterChip>
        );
      })}
      <Popover
        label={t('filters.add')}
        open={adding}
        onOpenChange={setAdding}
        trigger={
          <Button look="quiet" size="control" icon={<Plus size={14} strokeWidth={1.75} aria-hidden="true" />}>
            {t('filters.add')}
          </Button>
        }
      >
        <FilterList
          items={items}
          onChoose={choose}
          onApply={(filter) => {
            setAdding(false);
            changeAdvanced((all) => withFilter(all, filter));
          }}
        />
      </Popover>
      <SearchChanges />
      <span className={styles.end}>{children}</span>
    </Group>
  );
}
