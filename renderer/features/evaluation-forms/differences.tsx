import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import type { Difference, FieldChange } from './compare';
import type { DraftOption } from './designer/draft';
import styles from './versions.module.css';

/** The differences between two versions in words. */
export function Differences({ all }: { all: readonly Difference[] }) {
  const { t } = useTranslation();
  if (all.length === 0) return <p className={styles.same}>{t('forms.same')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can only do where the focus is
    <ul className={styles.list} aria-label={t('forms.differences')} tabIndex={0}>
      {all.map(({ of, kind, number, name, fields }) => (
        <li key={`${of} ${kind} ${number}`} className={styles.difference} data-kind={kind}>
          <p className={styles.what}>
            <span className={styles.number} data-figures>
              {number}
            </span>
            <span className={styles.name}>{name.trim() || t('forms.untitled')}</span>
            <span className={styles.kind}>{t(`forms.kindsOfChange.${kind}`)}</span>
          </p>
          {fields.map((field) => (
            <Field key={field.field} {...field} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function Field({ field, before, after }: FieldChange) {
  const { t } = useTranslation();
  const valueText = useValueText();
  return (
    <p className={styles.field}>
      <span>{t(`forms.fields.${field}`)}</span> <s>{valueText(field, before)}</s> {valueText(field, after)}
    </p>
  );
}

function useValueText() {
  const { t } = useTranslation();
  const format = useFormat();
  const optionText = ({ label, points, fails_form }: DraftOption) => {
    const figures = `${label} ${points === null ? '–' : format.figure(points)}`;
    return fails_form ? `${figures} (${t('forms.fails')})` : figures;
  };
  return (field: FieldChange['field'], value: unknown): string => {
    if (value === null || value === '') return t('forms.none');
    if (typeof value === 'number') return format.figure(value);
    if (typeof value === 'boolean') return t(value ? 'forms.allowed' : 'forms.notAllowed');
    if (Array.isArray(value))
      return value.length === 0 ? t('forms.none') : (value as DraftOption[]).map(optionText).join(', ');
    return field === 'type' ? t(`forms.kinds.${value as 'choice' | 'numeric' | 'yes_no' | 'text'}`) : String(value);
  };
}
