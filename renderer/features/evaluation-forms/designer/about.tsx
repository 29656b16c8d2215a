import { useTranslation } from 'react-i18next';
import { useMessage } from '../../../i18n/use-said';
import { NumberField } from '../../../ui/number-field';
import { TextField } from '../../../ui/text-field';
import styles from './about.module.css';
import type { Designer } from './use-designer';

/** The name of the form, what it is for, and from what result a call passes. */
export function About({ designer, readOnly }: { designer: Designer; readOnly: boolean }) {
  const { t } = useTranslation();
  const message = useMessage();
  const { draft, faults, actions } = designer;
  const said = (field: 'name' | 'description' | 'pass_threshold') => ({
    message: message(faults.form?.[field]),
    readOnly,
  });
  return (
    <div className={styles.about}>
      <TextField
        label={t('forms.name')}
        required
        spellCheck
        value={draft.name}
        onChange={(name) => actions.editForm('name', { name })}
        {...said('name')}
      />
      <NumberField
        label={t('forms.passesFrom')}
        after={<span aria-hidden="true">%</span>}
        value={draft.pass_threshold}
        onChange={(pass_threshold) => actions.editForm('pass_threshold', { pass_threshold })}
        {...said('pass_threshold')}
      />
      <div className={styles.description}>
        <TextField
          label={t('forms.description')}
          spellCheck
          value={draft.description}
          onChange={(description) => actions.editForm('description', { description })}
          {...said('description')}
        />
      </div>
    </div>
  );
}
