import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { bridge } from '../api/bridge';
import { useCommand } from '../core/use-command';
import { useDiscarded, useRecordCommand } from '../features/recorder';
import { useToastUndo } from '../ui/toast';
import { isStage, toggleSidebar } from './fold-sidebar';
import { useOpenCallInReview } from './open-call-in-review';
import { usePalette } from './palette/palette-state';
import { useOwnPlaces } from './places';

/** Handles the commands that work on every page after sign-in. */
export function useShellCommands(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const places = useOwnPlaces();
  const to = (path: string) => (places.some((place) => place.path === path) ? () => void navigate(path) : undefined);
  useCommand(
    'palette',
    usePalette((palette) => palette.show),
  );
  useCommand('review', to('/review'));
  useCommand('queue', to('/queue'));
  useCommand('live', to('/live'));
  useCommand('evaluations', to('/evaluations'));
  useCommand('reports', to('/reports'));
  useCommand('showLog', () => void bridge.showLog());
  useCommand('preferences', () => void navigate('/preferences'));
  useCommand('account', () => void navigate('/account'));
  useRecordCommand({ showLive: () => void navigate('/live'), openCall: useOpenCallInReview() });
  useDiscarded();
  const onStage = isStage(useLocation().pathname);
  useCommand('sidebar', onStage ? undefined : toggleSidebar, onStage ? t('sidebar.staysFolded') : undefined);
  useCommand('nextPane', focusNextPane);
  useCommand('undo', useToastUndo());
}

/**
 * Moves the focus to the next visible part of the window (F6): an element with `data-pane`, in page order after the
 * focus, whether that is in a part or between two. Within it, the element with `data-pane-focus` gets the focus,
 * otherwise the part itself.
 */
function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.checkVisibility());
  const from = document.activeElement ?? document.body;
  const follows = (pane: Element) => from.compareDocumentPosition(pane) & Node.DOCUMENT_POSITION_FOLLOWING;
  const next = panes.find(follows) ?? panes[0];
  const target = next?.querySelector<HTMLElement>('[data-pane-focus]') ?? next;
  target?.focus();
}
