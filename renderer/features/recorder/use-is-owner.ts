import { useSignedIn } from '../../core/session';
import { useRecorder } from './state';

/** Whether the last recording of this window was started by the signed-in user. */
export function useIsOwner(): boolean {
  const { user } = useSignedIn();
  return useRecorder(({ owner }) => owner === user.user_id);
}
