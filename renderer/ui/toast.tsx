import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { KeyCap } from './key-cap';
import styles from './toast.module.css';

type Content = { text: string; sign: 'done' | 'note'; undo?: () => void };
type Shown = { key: string; content: Content };
const queue = new ToastQueue<Content>({ maxVisibleToasts: 2 });

/**
 * Shows a result or a note in one line. Never for an error that needs an action. Disappears after 5 s, unless hovered
 * or focused.
 */
export const toast = (text: string, sign: Content['sign'] = 'done'): void => {
  queue.add({ text, sign }, { timeout: 5000 });
};

/** Shows a result that can be undone with a button or the Undo command, for 10 s. */
export const toastUndo = (text: string, undo: () => void): void => {
  queue.add({ text, sign: 'done', undo }, { timeout: 10_000 });
};

/** Removes all toasts, because they were meant for the user who was signed in. */
export const clearToasts = (): void => queue.clear();

const subscribe = (changed: () => void) => queue.subscribe(changed);
/** The toast that can be undone, the latest first. */
const undoable = () => queue.visibleToasts.find(({ content }) => content.undo) ?? null;

/** What undoes the latest result that can be undone, while its toast is shown. */
export function useToastUndo(): (() => void) | undefined {
  const shown = useSyncExternalStore(subscribe, undoable);
  return shown ? () => undo(shown) : undefined;
}

/** What had the focus before a toast. */
let before: EventTarget | null = null;
const isInToast = (target: EventTarget | null) => target instanceof Element && target.closest('[data-toasts]') !== null;

function undo({ key, content }: Shown): void {
  // Otherwise an earlier toast gets the focus, and does not disappear.
  if (isInToast(document.activeElement)) {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else (document.activeElement as HTMLElement).blur();
    before = null;
  }
  queue.close(key);
  content.undo?.();
}

/** The region of toasts: bottom centre, above the deck. Mounted once. `undoKeys`: the shortcut of Undo. */
export function Toasts({ undoKeys }: { undoKeys: string | undefined }) {
  const { t } = useTranslation();
  useEffect(() => {
    const note = ({ target, relatedTarget }: FocusEvent) => {
      if (isInToast(target) && !isInToast(relatedTarget)) before = relatedTarget;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return (
    <ToastRegion queue={queue} className={styles.region ?? ''} aria-label={t('ui.messages')} data-pane data-toasts>
      {({ toast: shown }) => (
        <Toast toast={shown} className={styles.toast ?? ''}>
          <Icon of={shown.content.sign === 'done' ? Check : CircleAlert} />
          <ToastContent className={styles.content ?? ''}>
            <Text slot="title">{shown.content.text}</Text>
          </ToastContent>
          {shown.content.undo && (
            <Button look="quiet" onPress={() => undo(shown)} data-pane-focus>
              {t('ui.undo')} <KeyCap keys={undoKeys} />
            </Button>
          )}
          <IconButton slot="close" label={t('ui.close')} size={24} placement="top">
            <Icon of={X} size={14} />
          </IconButton>
        </Toast>
      )}
    </ToastRegion>
  );
}
