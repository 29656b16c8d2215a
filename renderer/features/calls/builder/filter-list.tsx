import {
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Hash,
  type LucideIcon,
  Search,
  Type,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import menu from '../../../ui/menu.module.css';
import { groups, type Item } from './catalogue';
import styles from './filter-list.module.css';

const icons: Record<Item['type'], LucideIcon> = {
  string: Type,
  string_exact: Type,
  number: Hash,
  duration: Clock,
  date: Calendar,
  datetime: CalendarClock,
  set: CircleDot,
};

const words = (text: string) => text.toLocaleLowerCase().split(/[\s,()’'-]+/);

/** Whether each typed word is the start of a word of the name, in either language. */
const isFound = (found: string, typed: string): boolean =>
  words(typed).every((part) => words(found).some((word) => word.startsWith(part)));

type Props = { items: readonly Item[]; onChoose: (name: string) => void };

/** The filters by group, found by typing. */
export function FilterList({ items, onChoose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const shown = items.filter(({ found }) => isFound(found, typed.trim()));
  return (
    <div className={styles.list}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField className={styles.search ?? ''} aria-label={t('filters.find')} autoFocus>
          <Search size={14} strokeWidth={1.75} aria-hidden="true" />
          <Input className={styles.input ?? ''} placeholder={t('filters.find')} />
          <span className={styles.count} data-figures role="status">
            {typed.trim() !== '' && t('filters.found', { count: shown.length, all: items.length })}
          </span>
        </SearchField>
        {/* The items have no focus of their own: the field keeps it, and this part scrolls with the keys. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls */}
        <div className={styles.menu} tabIndex={0}>
          <Menu
            className={styles.items ?? ''}
            aria-label={t('filters.add')}
            onAction={(name) => onChoose(String(name))}
            renderEmptyState={() => <p className={styles.none}>{t('filters.noneFound')}</p>}
          >
            {groups
              .map((group) => ({ group, within: shown.filter((item) => item.group === group) }))
              .filter(({ within }) => within.length > 0)
              .map(({ group, within }) => (
                <MenuSection key={group}>
                  <Header className={styles.heading ?? ''}>{t(`filters.group.${group}`)}</Header>
                  {within.map((item) => (
                    <Entry key={item.name} item={item} />
                  ))}
                </MenuSection>
              ))}
          </Menu>
        </div>
      </Autocomplete>
    </div>
  );
}

function Entry({ item: { name, label, type, records } }: { item: Item }) {
  const Icon = records === 'user_id' ? UserRound : icons[type];
  return (
    <MenuItem id={name} className={menu.item ?? ''} textValue={label}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className={menu.text}>{label}</span>
    </MenuItem>
  );
}
