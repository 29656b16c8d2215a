import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { resumeAfter } from './choices';
export { DiscardQuestion } from './discard';
export { EndedMessage } from './ended-message';
export { stop as stopRecording } from './ending';
export { Lanes } from './lanes';
export { OtherParty } from './other-party';
export { PauseLength } from './pause-length';
export { hear } from './pausing';
export { RecordForm } from './record-form';
export { RecorderHost } from './recorder-host';
export { longPauseMs, RecorderPanel } from './recorder-panel';
export { useSound } from './sound';
export { useRecorder } from './state';
export { useDiscarded, useShowDiscarded } from './use-discarded';
export { useIsOwner } from './use-is-owner';
export { useRecordCommand } from './use-record-command';
