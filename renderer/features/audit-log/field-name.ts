import { useTranslation } from 'react-i18next';
import { isTextKey } from '../../i18n/i18n';
import '../roles';

/** The name of a field by its dotted path. */
export function useFieldName(): (path: string) => string {
  const { t } = useTranslation();
  return (path) => {
    const [first = '', ...rest] = path.split('.');
    const last = rest.at(-1) ?? first;
    const keys = [...(first === 'permissions' ? [`roles.areas.${last}`] : []), `audit.field.${last}`, `fields.${last}`];
    for (const key of keys) if (isTextKey(key)) return String(t(key));
    const words = last.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
}
