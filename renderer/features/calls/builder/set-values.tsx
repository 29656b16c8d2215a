import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import { ListBox, ListBoxItem, type Selection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type RecordKind, useFound, useNames } from '../../../core/record-choices';
import { restMs } from '../../../list/page-search';
import checkbox from '../../../ui/checkbox.module.css';
import { ColourMark } from '../../../ui/colour-mark';
import { TextField } from '../../../ui/text-field';
import { useRested } from '../../../ui/use-rested';
import type { Choice } from './catalogue';
import styles from './value-editor.module.css';
import { type ValueProps, valuesIn } from './values';

/** From this number on, choices are found by typing. */
const manyChoices = 8;

/** Values of a known set. */
export function ChoiceValues({ choices, ...props }: ValueProps & { choices: readonly Choice[] }) {
  const [typed, setTyped] = useState('');
  const fits = ({ name }: Choice) => name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
  const isLong = choices.length >= manyChoices;
  return (
    <Several {...props} choices={choices.filter(fits)} {...(isLong && { search: { typed, onChange: setTyped } })} />
  );
}

/** Records, found by their names. The chosen ones come first. */
export function RecordValues({ kind, ...props }: ValueProps & { kind: RecordKind }) {
  const [typed, setTyped] = useState('');
  const chosen = valuesIn(props.item, props.text);
  const names = useNames(chosen.map((id) => ({ kind, id })));
  const { data: found = none } = useFound(kind, useRested(typed.trim(), restMs));
  // The chosen records keep their places while the user chooses.
  const [first] = useState(chosen);
  const isFirst = ({ id }: Choice) => first.includes(id);
  const ahead = typed === '' ? first.map((id) => ({ id, name: names.get(id) ?? '…' })) : [];
  const choices = [...ahead, ...found.filter((choice) => typed !== '' || !isFirst(choice))];
  const isLong = typed !== '' || found.length >= manyChoices;
  return <Several {...props} choices={choices} {...(isLong && { search: { typed, onChange: setTyped } })} />;
}

const none: readonly Choice[] = [];

type SeveralProps = ValueProps & {
  choices: readonly Choice[];
  search?: { typed: string; onChange: (typed: string) => void };
};

function Several({ item, text, onChange, choices, search }: SeveralProps) {
  const { t } = useTranslation();
  const chosen = valuesIn(item, text);
  const change = (selection: Selection) => {
    if (selection === 'all') return;
    const shown = new Set(choices.map(({ id }) => id));
    // Choices that the search hides stay chosen.
    const kept = chosen.filter((id) => selection.has(id) || !shown.has(id));
    const added = [...selection].map(String).filter((id) => !chosen.includes(id));
    onChange([...kept, ...added].join(','));
  };
  return (
    <div className={styles.set}>
      {search && (
        <TextField
          label={t('filters.findValue', { name: item.label })}
          labelHidden
          value={search.typed}
          onChange={search.onChange}
          autoFocus
          before={<Search size={14} strokeWidth={1.75} aria-hidden="true" />}
        />
      )}
      <ListBox
        className={styles.choices ?? ''}
        aria-label={item.label}
        items={choices}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={change}
        autoFocus={search === undefined && 'first'}
        renderEmptyState={() => <p className={styles.none}>{t('filters.noneFound')}</p>}
      >
        {({ name, color }) => (
          <ListBoxItem className={styles.choice ?? ''} textValue={name}>
            {({ isSelected }) => (
              <>
                <span className={checkbox.box} data-on={isSelected || undefined}>
                  {isSelected && <Check size={12} strokeWidth={3} aria-hidden="true" />}
                </span>
                {color !== undefined && <ColourMark colour={color} />}
                <span className={styles.name}>{name}</span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  );
}
