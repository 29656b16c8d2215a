import './texts';

export { EndedMessage } from './ended-message';
export { RecordForm } from './record-form';
export { hear, stop as stopRecording, useRecorder } from './recorder';
export { RecorderHost } from './recorder-host';
export { longPauseMs, RecorderPanel } from './recorder-panel';
export { useSound } from './sound';
export { useRecordCommand } from './use-record-command';
