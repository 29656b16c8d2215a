import { useKeysOf } from '../core/shortcuts';
import { Toasts } from '../ui/toast';

/** The short messages above every page, and the key that undoes the action that one reports. */
export function Messages() {
  const keysOf = useKeysOf();
  return <Toasts undoKeys={keysOf('undo')} />;
}
