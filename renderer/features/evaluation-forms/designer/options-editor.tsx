import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { RowsEditor } from '../../../form/rows-editor';
import { useMessage } from '../../../i18n/use-said';
import { FormMessage } from '../../../ui/form-message';
import { NumberField } from '../../../ui/number-field';
import { Switch } from '../../../ui/switch';
import { TextField } from '../../../ui/text-field';
import { type DraftOption, type DraftQuestion, withOptions } from './draft';
import styles from './editor.module.css';
import { useActions } from './use-designer';

type Props = { question: DraftQuestion; faults: Readonly<Record<string, Said>> | undefined; readOnly: boolean };

const maxOptions = 100;

/** The answers of a question with their points, and which of them fail the call. Those of yes and no are fixed. */
export function OptionsEditor({ question, faults, readOnly }: Props) {
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
