import './words';

export { type Loudness, perSecond } from './peaks';
export { PlayerDeck } from './player-deck';
export { usePlayer } from './store';
export { peaksOf } from './use-peaks';
