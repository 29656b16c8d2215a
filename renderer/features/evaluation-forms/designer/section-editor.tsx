import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Said } from '../../../api/refusal';
import { useMessage } from '../../../i18n/use-said';
import { Icon } from '../../../ui/icon';
import { IconButton } from '../../../ui/icon-button';
import { NumberField } from '../../../ui/number-field';
import { TextField } from '../../../ui/text-field';
import type { DraftSection } from './draft';
import styles from './editor.module.css';
import { useActions } from './use-designer';

type Props = {
  section: DraftSection;
  at: number;
  faults: Readonly<Record<string, Said>> | undefined;
  readOnly: boolean;
};

/** The fields of a section. */
export function SectionEditor({ section, at, faults, readOnly }: Props) {
  const { t } = useTranslation();
  const message = useMessage();
  const actions = useActions();
  const { key, title, description, weight, pass_threshold } = section;
  const edit = (field: keyof DraftSection, change: Partial<DraftSection>) =>
    actions.editSection(key, field, (one) => ({ ...one, ...change }));
  const said = (field: keyof DraftSection) => ({ message: message(faults?.[field]), readOnly });
  return (
    <fieldset className={styles.editor}>
      <legend className="visually-hidden">{t('forms.section', { at: at + 1 })}</legend>
      <div className={styles.head}>
        <div className={styles.title}>
          <TextField
            label={t('forms.sectionTitle')}
            labelHidden
            placeholder={t('forms.sectionTitle')}
            required
            spellCheck
            value={title}
            onChange={(title) => edit('title', { title })}
            {...said('title')}
          />
        </div>
        {!readOnly && (
          <IconButton
            label={t('forms.removeSection', { name: title.trim() || at + 1 })}
            onPress={() => actions.remove(key)}
          >
            <Icon of={Trash2} />
          </IconButton>
        )}
      </div>
      <div className={styles.fields}>
        <TextField
          label={t('forms.sectionDescription')}
          long
          spellCheck
          value={description}
          onChange={(description) => edit('description', { description })}
          {...said('description')}
        />
        <div className={styles.numbers}>
          <NumberField
            label={t('forms.weight')}
            value={weight}
            onChange={(weight) => edit('weight', { weight })}
            {...said('weight')}
          />
          <NumberField
            label={t('forms.sectionPasses')}
            after={<span aria-hidden="true">%</span>}
            value={pass_threshold}
            onChange={(pass_threshold) => edit('pass_threshold', { pass_threshold })}
            {...said('pass_threshold')}
          />
        </div>
      </div>
    </fieldset>
  );
}
