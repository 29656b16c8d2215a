import './words';

export { PlayerDeck } from './player-deck';
export { usePlayer } from './store';
