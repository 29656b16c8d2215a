import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Group } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../core/session';
import { dayIn } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { useCodeText } from '../call';
import { DateFilter } from './date-filter';
import { DirectionFilter } from './direction-filter';
import { FilterChip } from './filter-chip';
import styles from './filter-row.module.css';
import { useFilters } from './filters';

type Chip = 'date' | 'direction';

/** The active filters as chips, and a button to add one. Further actions of the list are at the end. */
export function FilterRow({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  const code = useCodeText();
  const { filters, change } = useFilters();
  const [editing, setEditing] = useState<Chip | null>(null);
  const zone = useZone();
  const { date, direction } = filters;

  const chips: Record<Chip, string | null> = {
    date: date && format.range(date.from, date.to, dayIn(zone)),
    direction: direction && code('protocol_call_direction', Number(direction)),
  };
  const shown = (['date', 'direction'] as const).filter((name) => chips[name] !== null || editing === name);
  const addable = (['date', 'direction'] as const).filter((name) => chips[name] === null);
  const done = () => setEditing(null);

  return (
    <Group className={styles.row ?? ''} aria-label={t('filters.title')} data-focus-group>
      {shown.map((name) => (
        <FilterChip
          key={name}
          name={t(`filters.${name}`)}
          value={chips[name]}
          open={editing === name}
          onOpenChange={(open) => (open ? setEditing(name) : done())}
          onRemove={() => change({ [name]: null })}
        >
          {name === 'date' ? (
            <DateFilter value={date} onChange={(value) => change({ date: value })} onDone={done} />
          ) : (
            <DirectionFilter value={direction} onChange={(value) => change({ direction: value })} />
          )}
        </FilterChip>
      ))}
      {addable.length > 0 && (
        <Menu
          label={t('filters.add')}
          placement="bottom start"
          trigger={
            <Button look="quiet" size="control" icon={<Plus size={14} strokeWidth={1.75} aria-hidden="true" />}>
              {t('filters.add')}
            </Button>
          }
        >
          {addable.map((name) => (
            <MenuItem key={name} id={name} onAction={() => setTimeout(() => setEditing(name))}>
              {t(`filters.${name}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <span className={styles.end}>{children}</span>
    </Group>
  );
}
