import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { toast } from '../../ui/toast';

/** Characters that some system refuses in the name of a file. */
const refused = /[^\p{L}\p{N} ._-]/gu;

/** Asks where to save the text of a key as a file (PEM). */
export function useSaveKey(): (name: string, text: string) => void {
  const { t } = useTranslation();
  return (name, text) =>
    void bridge.saveText(`${name.replace(refused, '-').slice(0, 80)}.pem`, text).then(
      (saved) => saved !== null && toast(t('encryptKeys.savedAs', { name: saved })),
      () => toast(t('encryptKeys.saveFailed'), 'note'),
    );
}
