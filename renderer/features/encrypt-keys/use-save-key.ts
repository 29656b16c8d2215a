import { useTranslation } from 'react-i18next';
import { useSaveText } from '../../list/use-save-text';

/** Characters that some system refuses in the name of a file. */
const refused = /[^\p{L}\p{N} ._-]/gu;

/** Asks where to save the text of a key as a file (PEM). */
export function useSaveKey(): (name: string, text: string) => void {
  const { t } = useTranslation();
  const saveText = useSaveText();
  return (name, text) =>
    void saveText(`${name.replace(refused, '-').slice(0, 80)}.pem`, text, t('encryptKeys.saveFailed'));
}
