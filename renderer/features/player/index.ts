import './texts';

export { CallLanes } from './call-lanes';
export { type Moment, markMoments } from './moments';
export { type Loudness, perSecond } from './peaks';
export { PlayCallButton } from './play-call-button';
export { PlayerDeck } from './player-deck';
export { usePlayer } from './store';
export { gapsOf, separatesSpeakers, tracksOf } from './tracks';
export { useDrawing } from './use-peaks';
