import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { CallLanes } from './call-lanes';
export { type Moment, markMoments } from './moments';
export { beforeMoment_ms, momentText, playMoment, useInDeck } from './on-page';
export { PlayCallButton } from './play-call-button';
export { PlayerDeck } from './player-deck';
export { usePlayer } from './store';
export { gapsOf } from './tracks';
