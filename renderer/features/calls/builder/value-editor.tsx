import { useQueries } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Group, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { callKeys } from '../../../api/cache/calls';
import { type RecordKind, useFound, useNames } from '../../../core/record-choices';
import { serial } from '../../../core/serial';
import { useZone } from '../../../core/session';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { restMs } from '../../../list/page-search';
import { CheckList, type Choice } from '../../../ui/check-list';
import { DateField } from '../../../ui/date-field';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { MomentField } from '../../../ui/moment-field';
import { TextField } from '../../../ui/text-field';
import { useRested } from '../../../ui/use-rested';
import { type Filters, withFilter } from '../filters';
import { countOf } from '../listing';
import styles from './value-editor.module.css';
import { type ValueProps, valuesIn } from './values';

/** The editor for the type of a filter. */
export function ValueEditor(props: ValueProps) {
  const { item } = props;
  if (item.choices) return <ChoiceValues {...props} choices={item.choices} />;
  if (item.records) return <RecordValues {...props} kind={item.records} />;
  if (item.type === 'date' || item.type === 'datetime') return <Times {...props} />;
  return <Typed {...props} />;
}

const lengths = ['0:30', '1:00', '2:00', '10:00'];

/** A text, a number or a length. */
function Typed({ item: { type, label }, text, onChange, error }: ValueProps) {
  const { t } = useTranslation();
  const isLength = type === 'duration';
  return (
    <div className={styles.typed}>
      <TextField
        label={label}
        labelHidden
        value={text}
        onChange={onChange}
        autoFocus
        message={error}
        {...(isLength && { hint: t('filters.lengthHint') })}
      />
      {isLength && (
        <Group className={styles.lengths ?? ''} aria-label={t('filters.lengths')}>
          {lengths.map((length) => (
            <ToggleButton
              key={length}
              className={styles.length ?? ''}
              isSelected={text === length}
              onChange={() => onChange(length)}
            >
              {length}
            </ToggleButton>
          ))}
        </Group>
      )}
    </div>
  );
}

/** A day or a time, or two for `between`. */
function Times({ item: { type }, operator, text, onChange, error }: ValueProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const [typed, setTyped] = useState(() => text.split(','));
  const isRange = operator === 'between';
  const change = (at: number) => (value: string | null) => {
    const times = isRange ? [typed[0] ?? '', typed[1] ?? ''] : [''];
    times[at] = value ?? '';
    setTyped(times);
    onChange(times.every(isWhole) ? times.join() : '');
  };
  const field = (label: string, at: number) => {
    const said = { label, value: typed[at] || null, onChange: change(at), autoFocus: at === 0 };
    return type === 'date' ? <DateField {...said} /> : <MomentField {...said} zone={zone} />;
  };
  return (
    <div className={styles.typed}>
      {field(isRange ? t('filters.from') : t(type === 'date' ? 'filters.on' : 'filters.at'), 0)}
      {isRange && field(t('filters.to'), 1)}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** While a year is typed, its first digits are a year too. */
const isWhole = (time: string) => time >= '1900';

/** From this number on, choices are found by typing. */
const manyChoices = 8;

/** Values of a known set. */
function ChoiceValues({ choices, ...props }: ValueProps & { choices: readonly Choice[] }) {
  const [typed, setTyped] = useState('');
  const fits = ({ name }: Choice) => name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
  const isLong = choices.length >= manyChoices;
  return (
    <Several {...props} choices={choices.filter(fits)} {...(isLong && { finding: { typed, onChange: setTyped } })} />
  );
}

/** Records, found by their names. The chosen ones come first. */
function RecordValues({ kind, ...props }: ValueProps & { kind: RecordKind }) {
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

/** More choices than these are not counted: each count may read the whole archive. */
const mostCounted = 12;

const counting = serial();

/**
 * How many calls the search would find with only this choice in the filter, by choice. Those that are not counted yet are
 * missing.
 */
function useChoiceCounts(name: string, ids: readonly string[], filters: Filters | undefined) {
  const withOnly = (search: Filters, id: string): Filters => ({
    ...search,
    advanced: withFilter(search.advanced, { name, operator: 'equal_to', text: id }),
  });
  const searches = filters && ids.length <= mostCounted ? ids.map((id) => withOnly(filters, id)) : [];
  return useQueries({
    queries: searches.map((search) => ({
      queryKey: callKeys.count(search),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        counting(signal, () => countOf({ filters: search }, { view: 'calls with a choice', signal })),
    })),
    combine: (results): ReadonlyMap<string, number> =>
      new Map(ids.flatMap((id, at) => (results[at]?.data === undefined ? [] : [[id, results[at].data]]))),
  });
}
