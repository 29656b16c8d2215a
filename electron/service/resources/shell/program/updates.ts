import type { UpdateState } from '@shared/updates';
import type { Part } from '../../../context';

type Shown = Pick<UpdateState, 'mode' | 'version' | 'checked_at'>;

/** The updates of the program around this service, which sets `read`. Without one, such as in a command, they are off. */
export const programUpdates: Part<{ read: () => Shown }> = () => ({
  read: () => ({ mode: 'off', version: null, checked_at: null }),
});
