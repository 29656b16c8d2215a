import type { CommandId } from '../../core/commands';
import { rates, usePlayer } from './store';

const player = () => usePlayer.getState();

/** The player's actions for its commands (core/commands.ts). */
export const playerCommands = {
  playerToggle: () => player().toggle(),
  playerBack10: () => player().skip(-10_000),
  playerOn10: () => player().skip(10_000),
  playerBack5: () => player().skip(-5000),
  playerOn5: () => player().skip(5000),
  playerBack1: () => player().skip(-1000),
  playerOn1: () => player().skip(1000),
  playerStart: () => player().seek(0),
  playerEnd: () => player().seek(player().duration_ms),
  playerSlower: () => player().setRate(player().rate - rates.step),
  playerFaster: () => player().setRate(player().rate + rates.step),
  playerNormalSpeed: () => player().setRate(1),
  playerHearAgent: () => player().solo('agent'),
  playerHearCustomer: () => player().solo('customer'),
  playerHearBoth: () => player().solo('both'),
  playerSkipSilence: () => player().setSkipsSilence(!player().skips_silence),
} as const satisfies Partial<Record<CommandId, () => void>>;
