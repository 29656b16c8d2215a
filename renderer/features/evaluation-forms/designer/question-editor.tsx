import { MessageSquareText, OctagonAlert, SquareX, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { RowsEditor } from '../../../form/rows-editor';
import { useMessage } from '../../../i18n/use-said';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { NumberField } from '../../../ui/number-field';
import { Segments } from '../../../ui/segments';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { ConditionEditor, conditionOn, NameField } from './condition-editor';
import {
  asType,
  type DraftOption,
  type DraftQuestion,
  isChoice,
  nameFor,
  newOption,
  withPoints,
  withScoring,
} from './draft';
import styles from './editor.module.css';
import { editOptions, editQuestion, numbered } from './edits';
import { useActions, useShownDraft } from './use-designer';

type Props = {
  question: DraftQuestion;
  number: string;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

const types = ['yes_no', 'numeric', 'choice', 'multi', 'text'] as const;

/** The fields of a question. */
export function QuestionEditor({ question, number, faults, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const actions = useActions();
  const { key, title, description, type, weight, max_points, allow_na, options } = question;
  const { is_scored, moment_required, comment_below, show_if } = question;
  const hasPoints = type !== 'text' && is_scored;
  const edit = (field: keyof DraftQuestion, change: Partial<DraftQuestion>) =>
    actions.editQuestion(key, field, (one) => ({ ...one, ...change }));
  const said = (field: keyof DraftQuestion) => ({ message: message(faults?.[field]), readOnly });
  return (
    <fieldset className={styles.editor}>
      <legend className="visually-hidden">{t('forms.question', { number })}</legend>
      <div className={styles.head}>
        <span className={styles.number} data-figures aria-hidden="true">
          {number}
        </span>
        <div className={styles.title} data-question-title>
          <TextField
            label={t('forms.questionTitle')}
            labelHidden
            placeholder={t('forms.questionTitle')}
            required
            spellCheck
            value={title}
            onChange={(title) => edit('title', { title })}
            {...said('title')}
          />
        </div>
        {!readOnly && (
          <IconButton label={t('forms.removeQuestion', { number })} onPress={() => actions.remove(key)}>
            <Icon of={Trash2} />
          </IconButton>
        )}
      </div>
      <div className={styles.fields}>
        <div className={styles.numbers}>
          <div className={styles.type}>
            <Segments
              label={t('forms.type')}
              value={type}
              onChange={(type) => actions.editQuestion(key, 'type', (one) => asType(one, type as typeof one.type))}
              choices={types.map((id) => ({ id, name: t(`forms.kinds.${id}`) }))}
              readOnly={readOnly}
            />
          </div>
          {hasPoints && (
            <NumberField
              label={t(type === 'numeric' ? 'forms.highest' : 'forms.points')}
              decimals
              value={max_points}
              onChange={(points) => actions.editQuestion(key, 'max_points', (one) => withPoints(one, points))}
              {...said('max_points')}
            />
          )}
          {hasPoints && (
            <NumberField
              label={t('forms.weight')}
              value={weight}
              onChange={(weight) => edit('weight', { weight })}
              {...said('weight')}
            />
          )}
          {type === 'numeric' && (
            <div className={styles.below}>
              <NumberField
                label={t('forms.commentBelow')}
                decimals
                value={comment_below}
                onChange={(comment_below) => edit('comment_below', { comment_below })}
                {...said('comment_below')}
              />
            </div>
          )}
        </div>
        {options.length > 0 && <OptionsEditor question={question} faults={faults} readOnly={readOnly} />}
        <TextField
          label={t('forms.guidance')}
          long
          spellCheck
          value={description}
          onChange={(description) => edit('description', { description })}
          {...said('description')}
        />
        <div className={styles.switches}>
          <Switch
            label={t('forms.allowNa')}
            value={allow_na}
            onChange={(allow_na) => edit('allow_na', { allow_na })}
            readOnly={readOnly}
          />
          <Switch
            label={t('forms.momentRequired')}
            value={moment_required}
            onChange={(moment_required) => edit('moment_required', { moment_required })}
            readOnly={readOnly}
          />
          {isChoice(type) && (
            <Switch
              label={t('forms.withoutPoints')}
              value={!is_scored}
              onChange={(off) => actions.editQuestion(key, 'is_scored', (one) => withScoring(one, !off))}
              readOnly={readOnly}
            />
          )}
          <ConditionSwitch question={question} readOnly={readOnly} />
        </div>
        {show_if !== null && <ConditionEditor question={question} faults={faults} readOnly={readOnly} />}
        <NameField question={question} faults={faults} readOnly={readOnly} />
      </div>
    </fieldset>
  );
}

/** Whether the question has a condition. The last question before it that can have one is suggested. */
function ConditionSwitch({ question: { key, show_if }, readOnly }: Pick<Props, 'question' | 'readOnly'>) {
  const { t } = useTranslation();
  const { edit } = useActions();
  const all = numbered(useShownDraft()).map((one) => one.question);
  const source = all
    .slice(
      0,
      all.findIndex((one) => one.key === key),
    )
    .findLast(({ type }) => type !== 'text');
  const turn = (on: boolean) =>
    edit((draft) => {
      if (!on || !source) return editQuestion(key, (one) => ({ ...one, show_if: null }))(draft);
      const name = source.name ?? nameFor(source, draft);
      const named = editQuestion(source.key, (one) => ({ ...one, name }))(draft);
      return editQuestion(key, (one) => ({ ...one, show_if: conditionOn(source) }))(named);
    });
  return (
    <Switch
      label={t('forms.showOnlyIf')}
      value={show_if !== null}
      onChange={turn}
      readOnly={readOnly}
      unavailable={show_if === null && !source ? t('forms.noSource') : undefined}
    />
  );
}

type OptionsEditorProps = {
  question: DraftQuestion;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

const maxOptions = 100;

/** What an answer can do besides giving points. */
const marks = [
  ['fails_form', OctagonAlert],
  ['fails_section', SquareX],
  ['comment_required', MessageSquareText],
] as const;

/** The answers of a question with their points, and which of them fail the call. Those of yes and no are fixed. */
function OptionsEditor({ question, faults, readOnly }: OptionsEditorProps) {
  const { t } = useTranslation();
  const message = useMessage();
  const { edit } = useActions();
  const { key, type, options, is_scored } = question;
  const isFixed = type === 'yes_no';
  const messageAt = (at: number, field: keyof DraftOption) => message(faults?.[`options.${at}.${field}`]);
  const own = message(faults?.options);
  return (
    <div className={styles.options}>
      <RowsEditor<DraftOption>
        label={t('forms.answers')}
        rows={options}
        onChange={(rows) => edit(editOptions(key, rows), `${key} options`)}
        newRow={() => newOption('', 0)}
        isEmpty={({ label }) => label === ''}
        words={{
          add: t('forms.addAnswer'),
          remove: (at) => t('forms.removeAnswer', { name: options[at]?.label || at + 1 }),
          grip: t('forms.grip'),
        }}
        sortable={!isFixed}
        least={isFixed ? 2 : 0}
        most={isFixed ? 2 : maxOptions}
        readOnly={readOnly}
      >
        {(option, at, change) => (
          <>
            <div className={styles.label}>
              {isFixed ? (
                <span className={styles.fixed}>{t(option.label === 'yes' ? 'forms.yes' : 'forms.no')}</span>
              ) : (
                <TextField
                  label={t('forms.answer', { at: at + 1 })}
                  labelHidden
                  placeholder={t('forms.answer', { at: at + 1 })}
                  spellCheck
                  value={option.label}
                  onChange={(label) => change({ ...option, label })}
                  message={messageAt(at, 'label')}
                  readOnly={readOnly}
                />
              )}
            </div>
            {is_scored && (
              <div className={styles.optionPoints}>
                <NumberField
                  label={t('forms.pointsOfAnswer', { at: at + 1 })}
                  labelHidden
                  decimals
                  after={<span aria-hidden="true">{t('forms.pointsUnit')}</span>}
                  value={option.points}
                  onChange={(points) => change({ ...option, points })}
                  message={messageAt(at, 'points')}
                  readOnly={readOnly}
                />
              </div>
            )}
            <div className={styles.marks}>
              {marks.map(([name, icon]) => (
                <IconButton
                  key={name}
                  label={t(`forms.marks.${name}`)}
                  size={24}
                  pressed={option[name]}
                  onPress={() => change({ ...option, [name]: !option[name] })}
                  unavailable={readOnly ? t('forms.mayNotChange') : undefined}
                >
                  <Icon of={icon} size={14} />
                </IconButton>
              ))}
            </div>
          </>
        )}
      </RowsEditor>
      {own !== undefined && <FormMessage>{own}</FormMessage>}
    </div>
  );
}
