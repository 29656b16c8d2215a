import { useTranslation } from 'react-i18next';
import { bridge } from '../api/bridge';
import { toast } from '../ui/toast';

/** Saves a text as a file of this name where the user chooses, and says so; `failed` if it was not saved. */
export function useSaveText(): (fileName: string, text: string, failed?: string) => Promise<void> {
  const { t } = useTranslation();
  return async (fileName, text, failed = t('list.notSaved')) => {
    try {
      const name = await bridge.saveText(fileName, text);
      if (name !== null) toast(t('list.savedAs', { name }));
    } catch {
      toast(failed, 'note');
    }
  };
}
