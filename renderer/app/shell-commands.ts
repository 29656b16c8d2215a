import { useNavigate } from 'react-router';
import { useCommand } from '../core/use-command';
import { useDiscarded, useRecordCommand } from '../features/recorder';
import { useToastUndo } from '../ui/toast';
import { toggleSidebar } from './fold-sidebar';
import { useOpenCallInReview } from './open-call-in-review';
import { usePalette } from './palette/palette-state';
import { focusNextPane } from './panes';
import { useOwnPlaces } from './places';

/** Handles the commands that work on every page after sign-in. */
export function useShellCommands(): void {
  const navigate = useNavigate();
  const places = useOwnPlaces();
  const to = (path: string) => (places.some((place) => place.path === path) ? () => void navigate(path) : undefined);
  useCommand('palette', usePalette.getState().show);
  useCommand('review', to('/review'));
  useCommand('queue', to('/queue'));
  useCommand('live', to('/live'));
  useCommand('evaluations', to('/evaluations'));
  useCommand('reports', to('/reports'));
  useCommand('preferences', () => void navigate('/preferences'));
  useCommand('account', () => void navigate('/account'));
  useRecordCommand({ showLive: () => void navigate('/live'), openCall: useOpenCallInReview() });
  useDiscarded();
  useCommand('sidebar', toggleSidebar);
  useCommand('nextPane', focusNextPane);
  useCommand('undo', useToastUndo());
}
