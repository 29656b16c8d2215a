import { Trash2 } from 'lucide-react';
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
import { asType, type DraftOption, type DraftQuestion, withOptions, withPoints } from './draft';
import styles from './editor.module.css';
import { useActions } from './use-designer';

type Props = {
  question: DraftQuestion;
  number: string;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

const types = ['yes_no', 'numeric', 'choice', 'text'] as const;

/** The fields of a question. */
export function QuestionEditor({ question, number, faults, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const actions = useActions();
  const { key, title, description, type, weight, max_points, allow_na, options } = question;
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
          {type !== 'text' && (
            <NumberField
              label={t(type === 'numeric' ? 'forms.highest' : 'forms.points')}
              decimals
              value={max_points}
              onChange={(points) => actions.editQuestion(key, 'max_points', (one) => withPoints(one, points))}
              {...said('max_points')}
            />
          )}
          {type !== 'text' && (
            <NumberField
              label={t('forms.weight')}
              value={weight}
              onChange={(weight) => edit('weight', { weight })}
              {...said('weight')}
            />
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
        <Switch
          label={t('forms.allowNa')}
          value={allow_na}
          onChange={(allow_na) => edit('allow_na', { allow_na })}
          readOnly={readOnly}
        />
      </div>
    </fieldset>
  );
}

type OptionsEditorProps = {
  question: DraftQuestion;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

const maxOptions = 100;

/** The answers of a question with their points, and which of them fail the call. Those of yes and no are fixed. */
function OptionsEditor({ question, faults, readOnly }: OptionsEditorProps) {
  const { t } = useTranslation();
  const message = useMessage();
  const { editQuestion } = useActions();
  const { key, type, options } = question;
  const isFixed = type === 'yes_no';
  const messageAt = (at: number, field: keyof DraftOption) => message(faults?.[`options.${at}.${field}`]);
  const own = message(faults?.options);
  return (
    <div className={styles.options}>
      <RowsEditor<DraftOption>
        label={t('forms.answers')}
        rows={options}
        onChange={(rows) => editQuestion(key, 'options', (one) => withOptions(one, rows))}
        newRow={() => ({ label: '', points: 0, fails_form: false })}
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
            <div className={styles.fails}>
              <Switch
                label={t('forms.fails')}
                value={option.fails_form}
                onChange={(fails_form) => change({ ...option, fails_form })}
                readOnly={readOnly}
              />
            </div>
          </>
        )}
      </RowsEditor>
      {own !== undefined && <FormMessage>{own}</FormMessage>}
    </div>
  );
}
