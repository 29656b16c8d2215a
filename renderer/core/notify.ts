import { bridge } from '../api/bridge';
import { usePreferences } from './preferences';

let last = 0;
const clicks = new Map<number, () => void>();
bridge.onNoticed((id) => {
  clicks.get(id)?.();
  clicks.delete(id);
});

/**
 * Shows the end of background work as a notification of the system, unless the window has the focus or the user has
 * turned these off. A click on it brings the window to the front and opens the result.
 */
export function notify(title: string, body: string, onClick: () => void): void {
  if (document.hasFocus() || !usePreferences.getState().notifies) return;
  last += 1;
  clicks.set(last, onClick);
  void bridge.notify({ id: last, title, body });
}

/** Forgets all notifications, because they were meant for the user who was signed in. */
export const forgetNotices = (): void => clicks.clear();
