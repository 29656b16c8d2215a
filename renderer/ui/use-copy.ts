import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/**
 * Puts a text on the clipboard; false if the system would not. By the copy command rather than `navigator.clipboard`,
 * which needs a permission, and this window is given none.
 */
function copyText(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', fill, { once: true, capture: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', fill, { capture: true });
  return copied;
}

/** Copies a text and says so. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  return (text) => (copyText(text) ? toast(t('ui.copied')) : toast(t('ui.copyFailed'), 'note'));
}
