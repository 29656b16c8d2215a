import { useTranslation } from 'react-i18next';
import { toast } from './toast';

/**
 * Copies a text to the clipboard; false if the system refuses. Uses the copy command, because `navigator.clipboard`
 * needs a permission, and this window has none.
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

/** Copies a text and shows a toast. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  return (text) => (copyText(text) ? toast(t('ui.copied')) : toast(t('ui.copyFailed'), 'note'));
}
