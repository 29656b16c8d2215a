import './texts';

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
