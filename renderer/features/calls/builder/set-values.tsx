import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordKind, useFound, useNames } from '../../../core/record-choices';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { restMs } from '../../../list/page-search';
import { CheckList, type Choice } from '../../../ui/check-list';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { TextField } from '../../../ui/text-field';
import { useRested } from '../../../ui/use-rested';
import { useChoiceCounts } from './use-choice-counts';
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
    <Several {...props} choices={choices.filter(fits)} {...(isLong && { finding: { typed, onChange: setTyped } })} />
  );
}

/** Records, found by their names. The chosen ones come first. */
export function RecordValues({ kind, ...props }: ValueProps & { kind: RecordKind }) {
  const [typed, setTyped] = useState('');
  const chosen = valuesIn(props.item, props.text);
  const names = useNames(chosen.map((id) => ({ kind, id })));
  const refusalText = useRefusalText();
  const { data: found, error } = useFound(kind, useRested(typed.trim(), restMs));
  // The chosen records keep their places while the user chooses.
  const [first] = useState(chosen);
  const isFirst = ({ id }: Choice) => first.includes(id);
  const ahead = typed === '' ? first.map((id) => ({ id, name: names.get(id) ?? '…' })) : [];
  // How many there are decides what gets the focus, the search field or the list.
  if (found === undefined && !error) return null;
  const choices = [...ahead, ...(found ?? []).filter((choice) => typed !== '' || !isFirst(choice))];
  const isLong = typed !== '' || found === undefined || found.length >= manyChoices;
  return (
    <>
      <Several
        {...props}
        choices={choices}
        {...(!found && { none: '' })}
        {...(isLong && { finding: { typed, onChange: setTyped } })}
      />
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
    </>
  );
}

type SeveralProps = ValueProps & {
  choices: readonly Choice[];
  /** What is shown without choices. */
  none?: string;
  /** A field that finds choices. */
  finding?: { typed: string; onChange: (typed: string) => void };
};

function Several({ item, text, onChange, choices, none, search, finding }: SeveralProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // Choices that are read may come when the user already chooses the comparison.
  const [takesFocus] = useState(() => !document.activeElement?.closest('[data-operator], [role=listbox]'));
  const counts = useChoiceCounts(
    item.name,
    choices.map(({ id }) => id),
    search,
  );
  const counted = ({ id }: Choice) => {
    const count = counts.get(id);
    if (count === undefined) return undefined;
    return (
      <>
        {format.figure(count)} <span className="visually-hidden">{t('filters.calls', { count })}</span>
      </>
    );
  };
  const chosen = valuesIn(item, text);
  const change = (now: ReadonlySet<string>) => {
    const shown = new Set(choices.map(({ id }) => id));
    // Choices that the search hides stay chosen.
    const kept = chosen.filter((id) => now.has(id) || !shown.has(id));
    const added = [...now].filter((id) => !chosen.includes(id));
    onChange([...kept, ...added].join(','));
  };
  return (
    <div className={styles.set}>
      {finding && (
        <TextField
          label={t('filters.findValue', { name: item.label })}
          labelHidden
          value={finding.typed}
          onChange={finding.onChange}
          autoFocus={takesFocus}
          before={<Icon of={Search} size={14} />}
        />
      )}
      <CheckList
        label={item.label}
        choices={choices.map((choice) => ({ ...choice, detail: counted(choice) }))}
        chosen={chosen}
        onChange={change}
        none={none ?? t('filters.noneFound')}
        autoFocus={finding === undefined && takesFocus}
      />
    </div>
  );
}
