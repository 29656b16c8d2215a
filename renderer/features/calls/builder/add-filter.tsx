import {
  Calendar,
  CalendarClock,
  CircleDot,
  Clock,
  Globe,
  Hash,
  History,
  type LucideIcon,
  Percent,
  Plus,
  Search,
  Type,
  UserRound,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../../core/layout';
import { useKeysOf } from '../../../core/shortcuts';
import { useCommand } from '../../../core/use-command';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { KeyCap } from '../../../ui/key-cap';
import menu from '../../../ui/menu.module.css';
import { Popover } from '../../../ui/popover';
import { useAfterClosing } from '../../../ui/use-after-closing';
import { type Advanced, parameterOf, withFilter } from '../filters';
import styles from './add-filter.module.css';
import { groups, type Item, useCatalogue } from './catalogue';
import { matchesWords } from './matches-words';
import { useAdvancedTexts } from './use-advanced-texts';

type Props = {
  advanced: readonly Advanced[];
  onChange: (to: (advanced: readonly Advanced[]) => readonly Advanced[]) => void;
  onEdit: (name: string) => void;
  /** The filters that are offered; all of them when omitted. */
  offers?: (item: Item) => boolean;
};

/** The button that adds a filter to a list of filters. */
export function AddFilter({ advanced, onChange, onEdit, offers = () => true }: Props) {
  const { t } = useTranslation();
  const items = useCatalogue().filter(offers);
  const [adding, setAdding] = useState(false);
  useCommand('filter', () => setAdding(true));
  return (
    <Popover
      label={t('filters.add')}
      open={adding}
      onOpenChange={setAdding}
      trigger={
        <Button look="quiet" size="control" icon={<Icon of={Plus} size={14} />}>
          {t('filters.add')}
        </Button>
      }
    >
      <FilterList
        items={items}
        advanced={advanced}
        onClose={() => setAdding(false)}
        onChoose={onEdit}
        onApply={(filter) => onChange((all) => withFilter(all, filter))}
      />
    </Popover>
  );
}

const icons: Record<Item['type'], LucideIcon> = {
  string: Type,
  string_exact: Type,
  number: Hash,
  decimal: Percent,
  duration: Clock,
  date: Calendar,
  datetime: CalendarClock,
  set: CircleDot,
  zone: Globe,
};

type FilterListProps = {
  items: readonly Item[];
  /** The filters that are set. */
  advanced: readonly Advanced[];
  onClose: () => void;
  /** Called after closing, because the editor of the filter takes the focus. */
  onChoose: (name: string) => void;
  /** Applies a filter that was used before. */
  onApply: (filter: Advanced) => void;
};

/** The most filters that the list has room for. */
const fitting = 14;

const lastKey = (filter: Advanced) => `last:${parameterOf(filter)}=${filter.text}`;

/** The filters by group, found by typing, after those that were set last. */
function FilterList({ items, advanced, onClose, onChoose, onApply }: FilterListProps) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const afterClosing = useAfterClosing();
  const [typed, setTyped] = useState('');
  const lastFilters = useLayout((layout) => layout.lastFilters);
  const texts = useAdvancedTexts(lastFilters);
  const offered = new Set(items.map(({ name }) => name));
  const isSet = (one: Advanced) => advanced.some(({ name }) => name === one.name);
  const last =
    typed.trim() === '' ? lastFilters.filter((one) => texts.has(one.name) && offered.has(one.name) && !isSet(one)) : [];
  const shown = items.filter(({ found, unlisted }) => !unlisted && matchesWords(found, typed.trim()));
  // Those that fit are there at once; the others follow when nothing else waits.
  const drawn = shown.slice(0, useDeferredValue(items.length, fitting));
  return (
    <div className={styles.list}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField className={styles.search ?? ''} aria-label={t('filters.find')} autoFocus>
          <Icon of={Search} size={14} />
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
            onAction={(key) => {
              const filter = last.find((one) => lastKey(one) === key);
              if (filter) onApply(filter);
              else afterClosing(() => onChoose(String(key)));
              onClose();
            }}
            renderEmptyState={() => <p className={styles.none}>{t('filters.noneFound')}</p>}
          >
            {last.length > 0 && (
              <MenuSection>
                <Header className={styles.heading ?? ''}>{t('filters.last')}</Header>
                {last.map((filter) => {
                  const { name = '', value = '' } = texts.get(filter.name) ?? {};
                  return (
                    <MenuItem
                      key={lastKey(filter)}
                      id={lastKey(filter)}
                      className={menu.item ?? ''}
                      textValue={`${name} ${value}`}
                    >
                      <Icon of={History} />
                      <span className={menu.text}>
                        {name} {value}
                      </span>
                    </MenuItem>
                  );
                })}
              </MenuSection>
            )}
            {groups
              .map((group) => ({ group, within: drawn.filter((item) => item.group === group) }))
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
      <p className={styles.keys} aria-hidden="true">
        <KeyCap keys="↑" />
        <KeyCap keys="↓" />
        <KeyCap keys={t('filters.enter')} />
        <span>{t('filters.edits')}</span>
        <KeyCap keys={keysOf('filter')} />
      </p>
    </div>
  );
}

function Entry({ item: { name, label, type, records } }: { item: Item }) {
  const sign = records === 'user_id' ? UserRound : icons[type];
  return (
    <MenuItem id={name} className={menu.item ?? ''} textValue={label}>
      <Icon of={sign} />
      <span className={menu.text}>{label}</span>
    </MenuItem>
  );
}
