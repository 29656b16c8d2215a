import { isEmptiness, unusedValue } from '@shared/call-filters/table';
import { asMessage } from '@shared/reasons/reasons';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaid } from '../../../i18n/use-said';
import { restMs } from '../../../list/page-search';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import { FilterChip } from '../filter-chip';
import { type Advanced, type Filters, withFilter } from '../filters';
import { AnswerQuestion } from './answer-question';
import { answerTo, useAnswerItems } from './answers';
import { type Item, useCatalogue } from './catalogue';
import styles from './filter-chips.module.css';
import { operatorsFor, useOperatorText } from './operators';
import { useAdvancedTexts } from './use-advanced-texts';
import { ValueEditor } from './value-editor';
import { faultOf } from './values';

type Change = (to: (advanced: readonly Advanced[]) => readonly Advanced[]) => void;
type Props = {
  advanced: readonly Advanced[];
  onChange: Change;
  /** The name of the filter whose editor is open. */
  editing: string | null;
  onEdit: (name: string | null) => void;
  onDone: () => void;
  /** How many calls match the whole search. */
  matching: string;
  /** The search itself, in a list of calls. */
  search?: Filters;
};

/** Advanced filters as chips with their editors. A filter that is being added has its chip at the end. */
export function FilterChips({ advanced, onChange, editing, onEdit, onDone, matching, search }: Props) {
  const items = useCatalogue();
  const texts = useAdvancedTexts(advanced);
  const shown = advanced.map(({ name }) => name);
  if (editing !== null && editing !== 'date' && !shown.includes(editing)) shown.push(editing);
  const answers = useAnswerItems(shown);
  const remove = (name: string) => {
    onEdit(null);
    onChange((all) => all.filter((filter) => filter.name !== name));
  };
  return shown.flatMap((name) => {
    const item = items.find((one) => one.name === name) ?? answers.get(name);
    const value = advanced.find((filter) => filter.name === name);
    if (!item) return [];
    return (
      <FilterChip
        key={name}
        name={item.label}
        value={texts.get(name)?.value ?? null}
        open={editing === name}
        onOpenChange={(open) => (open ? onEdit(name) : onDone())}
        onRemove={() => remove(name)}
      >
        {name === answerTo ? (
          <AnswerQuestion onChoose={onEdit} />
        ) : (
          <FilterEditor
            // The editor of a question that is being read begins when it is known.
            key={item.type}
            item={item}
            value={value}
            onChange={(filter) => onChange((all) => withFilter(all, filter))}
            onRemove={() => remove(name)}
            onDone={onDone}
            matching={matching}
            search={search}
          />
        )}
      </FilterChip>
    );
  });
}

type FilterEditorProps = {
  item: Item;
  /** Undefined while the filter is being added. */
  value: Advanced | undefined;
  onChange: (filter: Advanced) => void;
  onRemove: () => void;
  onDone: () => void;
  /** How many calls match the whole search. */
  matching: string;
  /** The search itself, in a list of calls. */
  search?: Filters | undefined;
};

/** Edits one filter. Valid values apply while typing, Enter closes, Esc restores the previous value or closes an open list. */
function FilterEditor({ item, value, onChange, onRemove, onDone, matching, search }: FilterEditorProps) {
  const { t } = useTranslation();
  const operatorText = useOperatorText();
  const say = useSaid();
  const [before] = useState(value);
  const [operator, setOperator] = useState(value?.operator ?? operatorsFor(item.type)[0] ?? '');
  const [text, setText] = useState(value && !isEmptiness(value.operator) ? value.text : '');
  const sent = isEmptiness(operator) ? unusedValue : text;
  const fault = sent === '' ? undefined : faultOf(item, operator, sent);

  const applied = useRef(value);
  const isOver = useRef(false);
  /** Once for each input: a filter that was removed elsewhere in the meantime does not come back. */
  const apply = useEffectEvent(() => {
    if (isOver.current || sent === '' || fault !== undefined) return;
    if (applied.current?.operator === operator && applied.current.text === sent) return;
    applied.current = { name: item.name, operator, text: sent };
    onChange(applied.current);
  });
  // After a pause in typing, or when the editor closes before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the input starts the pause again
  useEffect(() => {
    const timer = setTimeout(() => apply(), restMs);
    return () => clearTimeout(timer);
  }, [operator, sent]);
  useEffect(() => () => apply(), []);

  const giveUp = () => {
    isOver.current = true;
  };
  const remove = () => {
    giveUp();
    onRemove();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    // React also delivers key events of the open list of operators here, which closes itself.
    if (event.nativeEvent.isComposing || !event.currentTarget.contains(target)) return;
    if (event.key === 'Escape') {
      giveUp();
      if (before) onChange(before);
      else onRemove();
    }
    if (event.key !== 'Enter' || fault !== undefined) return;
    // Without a value, nothing else is left to press Enter in. Space and the arrow keys open the list.
    const isKept = isEmptiness(operator) && target.closest('[data-operator]') !== null;
    if (target.closest('button') && !isKept) return;
    // In a list of choices, only Space chooses.
    event.preventDefault();
    event.stopPropagation();
    onDone();
  };
  return (
    <div className={styles.editor} onKeyDownCapture={onKeyDown}>
      <div className={styles.head}>
        <h2 className={styles.title}>{item.label}</h2>
        <div className={styles.operator} data-operator>
          <SelectField
            label={t('filters.operator.label')}
            labelHidden
            value={operator}
            onChange={setOperator}
            autoFocus={before !== undefined && isEmptiness(before.operator)}
            choices={operatorsFor(item.type).map((id) => ({ id, name: operatorText(item.type, id) }))}
          />
        </div>
      </div>
      {!isEmptiness(operator) && (
        <ValueEditor
          item={item}
          operator={operator}
          text={text}
          onChange={setText}
          search={search}
          error={fault && asMessage(say({ text: fault.code, reason: fault }))}
        />
      )}
      <footer className={styles.foot}>
        <span role="status">{matching}</span>
        <Button look="quiet" size="control" onPress={remove}>
          {t('filters.removeThis')}
        </Button>
      </footer>
    </div>
  );
}
