import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { useMessage } from '../../../i18n/use-said';
import { FormMessage } from '../../../ui/form-message';
import { NumberField } from '../../../ui/number-field';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { ToggleChip } from '../../../ui/toggle-chip';
import { type DraftCondition, type DraftQuestion, nameFor } from './draft';
import styles from './editor.module.css';
import { editQuestion, type Numbered, numbered } from './edits';
import { useActions, useShownDraft } from './use-designer';

type Props = {
  question: DraftQuestion;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

/** When a question is shown: an earlier question, and its answers or the bounds of its number. */
export function ConditionEditor({ question, faults, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const draft = useShownDraft();
  const { edit, editQuestion: change } = useActions();
  const { key, show_if } = question;
  if (!show_if) return null;
  const all = numbered(draft);
  const place = all.findIndex((one) => one.question.key === key);
  const source = all.find((one) => one.question.key === show_if.source)?.question;
  const set = (next: DraftCondition) => change(key, 'show_if', (one) => ({ ...one, show_if: next }));
  // A question needs a name before a condition can refer to it.
  const choose = (id: string) =>
    edit((now) => {
      const chosen = numbered(now).find((one) => one.question.key === id)?.question;
      if (!chosen) return now;
      const named = chosen.name ?? nameFor(chosen, now);
      const withName = editQuestion(id, (one) => ({ ...one, name: named }))(now);
      return editQuestion(key, (one) => ({ ...one, show_if: conditionOn(chosen) }))(withName);
    });
  const whyNot = ({ question: other }: Numbered, at: number) => {
    if (at >= place) return t('forms.notEarlier');
    return other.type === 'text' ? t('forms.isComment') : undefined;
  };
  const choices = all
    .filter((one) => one.question.key !== key)
    .map((one) => {
      const unavailable = whyNot(one, all.indexOf(one));
      const name = `${one.number} ${one.question.title.trim() || t('forms.untitled')}`;
      return { id: one.question.key, name, ...(unavailable !== undefined && { unavailable }) };
    });
  const [path] = Object.keys(faults ?? {}).filter((name) => name.startsWith('show_if'));
  const wrong = path === undefined ? undefined : message(faults?.[path]);
  return (
    <fieldset className={styles.condition}>
      <legend className="visually-hidden">{t('forms.condition')}</legend>
      <SelectField
        label={t('forms.showIf')}
        value={show_if.source}
        onChange={choose}
        choices={choices}
        readOnly={readOnly}
      />
      {source && <Answers source={source} condition={show_if} onChange={set} readOnly={readOnly} />}
      {wrong !== undefined && <FormMessage>{wrong}</FormMessage>}
    </fieldset>
  );
}

/** The first condition on a question, before its answers are chosen. */
export const conditionOn = ({ key, type, max_points }: DraftQuestion): DraftCondition =>
  type === 'numeric' ? { source: key, at_least: null, at_most: max_points } : { source: key, any_of: [] };

type AnswersProps = {
  source: DraftQuestion;
  condition: DraftCondition;
  onChange: (condition: DraftCondition) => void;
  readOnly: boolean;
};

/** The answers under which a question is shown, as chips; of a number its bounds. */
function Answers({ source, condition, onChange, readOnly }: AnswersProps) {
  const { t } = useTranslation();
  const { any_of, at_least = null, at_most = null } = condition;
  if (source.type === 'numeric' && !any_of)
    return (
      <div className={styles.bounds}>
        <NumberField
          label={t('forms.atLeast')}
          decimals
          value={at_least}
          onChange={(value) => onChange({ source: source.key, at_most, at_least: value })}
          readOnly={readOnly}
        />
        <NumberField
          label={t('forms.atMost')}
          decimals
          value={at_most}
          onChange={(value) => onChange({ source: source.key, at_least, at_most: value })}
          readOnly={readOnly}
        />
      </div>
    );
  const chosen = any_of ?? [];
  const answers = source.type === 'numeric' ? chosen : source.options.map(({ label }) => label);
  const nameOf = (answer: string | number) =>
    source.type === 'yes_no' ? t(answer === 'yes' ? 'forms.yes' : 'forms.no') : String(answer);
  const turn = (answer: string | number, on: boolean) =>
    onChange({ source: source.key, any_of: answers.filter((one) => (one === answer ? on : chosen.includes(one))) });
  return (
    <fieldset className={styles.chosen}>
      <legend className={styles.is}>{t('forms.isOneOf')}</legend>
      {answers.map((answer) => (
        <ToggleChip key={answer} isSelected={chosen.includes(answer)} onChange={(on) => !readOnly && turn(answer, on)}>
          {nameOf(answer)}
        </ToggleChip>
      ))}
    </fieldset>
  );
}

/** The name of a question that conditions refer to, once it has one. */
export function NameField({ question, faults, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const { editQuestion: change } = useActions();
  if (question.name === null) return null;
  return (
    <div className={styles.key}>
      <TextField
        label={t('forms.key')}
        hint={t('forms.keyHint')}
        max={32}
        value={question.name}
        onChange={(name) => change(question.key, 'key', (one) => ({ ...one, name }))}
        message={message(faults?.key)}
        readOnly={readOnly}
      />
    </div>
  );
}
