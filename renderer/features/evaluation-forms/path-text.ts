import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';

const parts = /^(?:evaluation_form\.?)?(?:sections\.(\d+)\.?)?(?:questions\.(\d+)\.?)?(?:options\.(\d+)\.?)?(.*)$/;

/** Says where a path is in a form: "Question 1.2, Answer 1, Points". */
export function usePathText(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const [, section, question, option, field = path] = parts.exec(path) ?? [];
    const at = (place: string) => Number(place) + 1;
    const key = `forms.fields.${field}`;
    const words = [
      section !== undefined && question === undefined && t('forms.section', { at: at(section) }),
      section !== undefined &&
        question !== undefined &&
        t('forms.question', { number: `${at(section)}.${at(question)}` }),
      option !== undefined && t('forms.answer', { at: at(option) }),
      field !== '' && (isTextKey(key) ? t(key) : field),
    ];
    return words.filter((word) => word !== false).join(', ') || path;
  };
}
