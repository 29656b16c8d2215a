import type { Call } from '@shared/contract/calls';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../core/use-command';
import { playerCommands } from './commands';
import { Notice } from './notice';
import styles from './player-deck.module.css';
import { usePlayer } from './store';
import { Timeline } from './timeline';
import type { Track } from './tracks';
import { Transport } from './transport';
import { useDrawing } from './use-peaks';

type Props = {
  /** Loads the call above in the list; absent if there is none. */
  onPrevious?: (() => void) | undefined;
  /** Loads the call below in the list; absent if there is none. */
  onNext?: (() => void) | undefined;
};

/** The player, in the place provided by the shell: transport, markers, two lanes, ruler. Mounted once. */
export function PlayerDeck({ onPrevious, onNext }: Props) {
  const { t } = useTranslation();
  const call = usePlayer((player) => player.call);
  const failure = usePlayer((player) => player.failure);
  const tracks = usePlayer((player) => player.tracks);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the deck is a group
    <div role="group" aria-label={t('player.name')} data-place="player" tabIndex={-1} className={styles.deck}>
      <PlayerKeys />
      <Transport call={call} onPrevious={onPrevious} onNext={onNext} />
      {failure ? <Notice failure={failure} /> : <Loaded call={call} tracks={tracks} />}
    </div>
  );
}

function Loaded({ call, tracks }: { call: Call | null; tracks: Track[] }) {
  const { drawing, failed } = useDrawing(call?.call_id ?? null, tracks);
  useEffect(() => usePlayer.getState().setSilences(drawing?.silences ?? []), [drawing]);
  return <Timeline call={call} tracks={tracks} drawing={drawing} failed={failed} />;
}

/** Handles the player's commands. A separate component, so that it never renders again. */
function PlayerKeys() {
  useCommand('playerToggle', playerCommands.playerToggle);
  useCommand('playerBack10', playerCommands.playerBack10);
  useCommand('playerOn10', playerCommands.playerOn10);
  useCommand('playerBack5', playerCommands.playerBack5);
  useCommand('playerOn5', playerCommands.playerOn5);
  useCommand('playerBack1', playerCommands.playerBack1);
  useCommand('playerOn1', playerCommands.playerOn1);
  useCommand('playerStart', playerCommands.playerStart);
  useCommand('playerEnd', playerCommands.playerEnd);
  useCommand('playerSlower', playerCommands.playerSlower);
  useCommand('playerFaster', playerCommands.playerFaster);
  useCommand('playerNormalSpeed', playerCommands.playerNormalSpeed);
  useCommand('playerHearAgent', playerCommands.playerHearAgent);
  useCommand('playerHearCustomer', playerCommands.playerHearCustomer);
  useCommand('playerHearBoth', playerCommands.playerHearBoth);
  useCommand('playerSkipSilence', playerCommands.playerSkipSilence);
  return null;
}
