import './words';

export { playerCommands } from './commands';
export { PlayerDeck } from './player-deck';
export { type Player, type PlayerStatus, usePlayer } from './store';
