import { useNavigate } from 'react-router';
import { useSignOut } from '../core/session';
import { useCommand } from '../core/use-command';
import { stopRecording, useDiscarded, useRecordCommand } from '../features/recorder';
import { toggleSidebar } from './fold-sidebar';
import { useOpenCallInReview } from './open-call-in-review';
import { usePalette } from './palette/palette-state';
import { focusNextPane } from './panes';
import { useOwnPlaces } from './places';

/** Handles the commands that work on every page after sign-in. */
export function useShellCommands(): void {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const mayReview = useOwnPlaces().some(({ path }) => path === '/review');
  useCommand('palette', usePalette.getState().show);
  useCommand('review', mayReview ? () => void navigate('/review') : undefined);
  useCommand('preferences', () => void navigate('/preferences'));
  useCommand('account', () => void navigate('/account'));
  // Nobody could end the recording of somebody who is gone.
  useCommand('signOut', () => void stopRecording().then(() => signOut.mutate()));
  useRecordCommand({ showLive: () => void navigate('/live'), openCall: useOpenCallInReview() });
  useDiscarded();
  useCommand('sidebar', toggleSidebar);
  useCommand('nextPane', focusNextPane);
}
