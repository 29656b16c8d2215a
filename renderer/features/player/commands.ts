import { type CommandId, commandIds } from '../../core/commands';
import { useSteps } from '../../core/player-steps';
import { runCommand } from '../../core/run-command';
import { rates, usePlayer } from './store';
import { scrollBy, showPlayhead, showWholeCall, zoomBy, zoomStep } from './zoom';

const player = () => usePlayer.getState();
const steps = () => useSteps.getState();
/** A page of a zoomed call, as a share of what is in view. */
const page = 0.9;
const skip = (seconds: number) => player().skip(seconds * 1000);

/** The player's actions that need a call, for their commands (core/commands.ts). */
export const callCommands: Partial<Record<CommandId, () => void>> = {
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
export const soundCommands: Partial<Record<CommandId, () => void>> = {
  playerSlower: () => player().setRate(player().rate - rates.step),
  playerFaster: () => player().setRate(player().rate + rates.step),
  playerNormalSpeed: () => player().setRate(1),
  playerSkipSilence: () => player().setSkipsSilence(!player().skips_silence),
};

/** The commands of the player that have an action here. */
export const playerCommandIds = commandIds.filter((id) => id in callCommands || id in soundCommands);
