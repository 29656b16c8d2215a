import { useKeysOf } from '../core/shortcuts';
import { Toasts } from '../ui/toast';

/** The short messages over every page, with the key that undoes what one of them tells. */
export function Messages() {
  const keysOf = useKeysOf();
  return <Toasts undoKeys={keysOf('undo')} />;
}
