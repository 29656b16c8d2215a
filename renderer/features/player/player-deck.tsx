import type { Call } from '@shared/contract/calls';
import { VolumeX } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLive } from '../../core/command-entries';
import { type CommandId, commandIds } from '../../core/commands';
import { useSteps } from '../../core/player-steps';
import { runCommand } from '../../core/run-command';
import { useCommand } from '../../core/use-command';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useWhoGrants } from '../call-keys';
import { type Failure, mayPass } from './failure';
import { shownPosition } from './frames';
import { nearerEdgeMoved } from './loop-edges';
import styles from './player-deck.module.css';
import { rates, usePlayer } from './store';
import { Timeline } from './timeline';
import type { Track } from './tracks';
import { Transport } from './transport';
import { useDrawing } from './use-peaks';
import { useFailureText, usePlayOrPause, useWhySilent } from './why-silent';
import { scrollBy, showPlayhead, showWholeCall, zoomBy, zoomStep } from './zoom';

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

/** Replaces the lanes when nothing can be played: what, why, and what to do. */
function Notice({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const say = useSaid();
  const call_id = usePlayer(({ call }) => call?.call_id ?? null);
  const whoGrants = useWhoGrants(failure.kind === 'locked' ? call_id : null);
  const retry = usePlayer((player) => player.retry);
  const text = failure.said ? say(failure.said) : t(`player.failure.${failure.kind}.text`);
  return (
    <div className={styles.notice} role="alert">
      <Icon of={VolumeX} />
      <div>
        <p className={styles.title}>{failureText(failure)}</p>
        <p className={styles.text}>
          {text} {whoGrants}
        </p>
        {mayPass(failure) && (
          <div className={styles.act}>
            <Button onPress={retry}>{t('player.tryAgain')}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

const player = () => usePlayer.getState();
const steps = () => useSteps.getState();
/** A page of a zoomed call, as a share of what is in view. */
const page = 0.9;
const skip = (seconds: number) => player().skip(seconds * 1000);

/** The player's actions that need a call, for their commands (core/commands.ts). */
const callCommands: Partial<Record<CommandId, () => void>> = {
  playerBackLong: () => skip(-steps().long_s),
  playerOnLong: () => skip(steps().long_s),
  playerBackShort: () => skip(-steps().short_s),
  playerOnShort: () => skip(steps().short_s),
  playerBack1: () => skip(-1),
  playerOn1: () => skip(1),
  playerStart: () => player().seek(0),
  playerEnd: () => player().seek(player().duration_ms),
  playerLoop: () => player().markLoop(),
  regionMark: () => {
    player().markRegion();
    if (player().region) runCommand('noteAdd', 'M');
  },
  playerZoomIn: () => zoomBy(zoomStep),
  playerZoomOut: () => zoomBy(1 / zoomStep),
  playerWholeCall: showWholeCall,
  playerScrollBack: () => scrollBy(-page),
  playerScrollOn: () => scrollBy(page),
  playerShowPlayhead: showPlayhead,
  playerHearAgent: () => player().solo('agent'),
  playerHearCustomer: () => player().solo('customer'),
  playerHearBoth: () => player().hearBoth(),
};

/** Those that also apply to the next call. */
const soundCommands: Partial<Record<CommandId, () => void>> = {
  playerSlower: () => player().setRate(player().rate - rates.step),
  playerFaster: () => player().setRate(player().rate + rates.step),
  playerNormalSpeed: () => player().setRate(1),
  playerSkipSilence: () => player().setSkipsSilence(!player().skips_silence),
};

/** The commands of the player that have an action here. */
const playerCommandIds = commandIds.filter((id) => id in callCommands || id in soundCommands);
