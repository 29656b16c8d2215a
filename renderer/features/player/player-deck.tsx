import type { Call } from '@shared/contract/calls';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLive } from '../../core/command-entries';
import type { CommandId } from '../../core/commands';
import { useCommand } from '../../core/use-command';
import { callCommands, playerCommandIds, soundCommands } from './commands';
import { shownPosition } from './frames';
import { nearerEdgeMoved } from './loop-edges';
import { Notice } from './notice';
import styles from './player-deck.module.css';
import { usePlayer } from './store';
import { Timeline } from './timeline';
import type { Track } from './tracks';
import { Transport } from './transport';
import { useDrawing } from './use-peaks';
import { usePlayOrPause, useWhySilent } from './why-silent';

type Props = {
  /** On the stage of an evaluation, the transport is below the lanes, and the page names the call. */
  isStage: boolean;
};

/** The player, in the place provided by the shell: transport, markers, two lanes, ruler. Mounted once. */
export function PlayerDeck({ isStage }: Props) {
  const { t } = useTranslation();
  const call = usePlayer((player) => player.call);
  const failure = usePlayer((player) => player.failure);
  const tracks = usePlayer((player) => player.tracks);
  // With keys, so that both stay mounted while they change their order.
  const transport = <Transport key="transport" call={call} isStage={isStage} />;
  const lanes = failure ? (
    <Notice key="notice" failure={failure} />
  ) : (
    <Loaded key="lanes" call={call} tracks={tracks} />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the deck is a group
    <div
      role="group"
      aria-label={t('player.name')}
      data-place="player"
      tabIndex={-1}
      className={styles.deck}
      data-on-stage={isStage || undefined}
      onKeyDown={moveNearerEdge}
    >
      <PlayerKeys />
      {isStage ? [lanes, transport] : [transport, lanes]}
    </div>
  );
}

/** In the player, Alt and the arrow keys move the nearer edge of a loop. In the form, and without a loop, they seek. */
function moveNearerEdge(event: KeyboardEvent): void {
  const { loop, setLoop, duration_ms } = usePlayer.getState();
  const by_ms = { ArrowLeft: -100, ArrowRight: 100 }[event.key];
  if (!loop || by_ms === undefined || !event.altKey || event.defaultPrevented) return;
  event.preventDefault();
  setLoop(nearerEdgeMoved(loop, shownPosition(), by_ms, duration_ms));
}

function Loaded({ call, tracks }: { call: Call | null; tracks: Track[] }) {
  const { drawing, failed } = useDrawing(call?.call_id ?? null, tracks);
  useEffect(() => usePlayer.getState().setSilences(drawing?.silences ?? []), [drawing]);
  return <Timeline call={call} tracks={tracks} drawing={drawing} failed={failed} />;
}

/** Handles the player's commands. A separate component, so that only it renders again. */
function PlayerKeys() {
  const whySilent = useWhySilent();
  const { act, whyNot } = usePlayOrPause();
  useCommand('playerToggle', act, whyNot);
  return playerCommandIds.map((id) => <PlayerKey key={id} id={id} whySilent={whySilent} />);
}

function PlayerKey({ id, whySilent }: { id: CommandId; whySilent: string | undefined }) {
  const { t } = useTranslation();
  const addsNotes = useIsLive('noteAdd');
  const noNote = id === 'regionMark' && !addsNotes ? t('player.region.noNote') : undefined;
  const whyNot = id in callCommands ? (whySilent ?? noNote) : undefined;
  useCommand(id, whyNot === undefined ? (callCommands[id] ?? soundCommands[id]) : undefined, whyNot);
  return null;
}
