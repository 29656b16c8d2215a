import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/** Puts a text on the clipboard and says so. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  return (text) => void navigator.clipboard.writeText(text).then(() => toast(t('ui.copied')));
}
