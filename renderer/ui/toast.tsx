import { Check, X } from 'lucide-react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { IconButton } from './icon-button';
import styles from './toast.module.css';

type Content = { text: string; sign: 'done' | 'note'; undo?: () => void };
const queue = new ToastQueue<Content>({ maxVisibleToasts: 2 });

/**
 * Shows a result or a note in one line. Never for an error that needs an action. Disappears after 5 s, unless hovered
 * or focused.
 */
export const toast = (text: string, sign: Content['sign'] = 'done'): void => {
  queue.add({ text, sign }, { timeout: 5000 });
};

/** Shows a result with a button that undoes it, for 10 s. */
export const toastUndo = (text: string, undo: () => void): void => {
  queue.add({ text, sign: 'done', undo }, { timeout: 10_000 });
};

/** Removes all toasts, because they were meant for the user who was signed in. */
export const clearToasts = (): void => queue.clear();

/** The region of toasts: bottom centre, above the deck. Mounted once. */
export function Toasts() {
  const { t } = useTranslation();
  return (
    <ToastRegion queue={queue} className={styles.region ?? ''} aria-label={t('ui.messages')}>
      {({ toast: shown }) => (
        <Toast toast={shown} className={styles.toast ?? ''}>
          {shown.content.sign === 'done' && <Check size={16} strokeWidth={1.75} aria-hidden="true" />}
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title">{shown.content.text}</Text>
          </ToastContent>
          {shown.content.undo && (
            <Button look="quiet" slot="close" aria-label={t('ui.undo')} onPress={shown.content.undo}>
              {t('ui.undo')}
            </Button>
          )}
          <IconButton slot="close" label={t('ui.close')} size={24} placement="top">
            <X size={14} strokeWidth={1.75} />
          </IconButton>
        </Toast>
      )}
    </ToastRegion>
  );
}
