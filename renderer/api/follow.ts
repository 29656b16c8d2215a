import {
  CalibrationEvent,
  CallEvent,
  EvaluationEvent,
  followChanges,
  NoteEvent,
  NoticeEvent,
  RecordingEvent,
} from '@shared/contract/events';
import { Import } from '@shared/contract/imports';
import { addressOf } from './api';

const againMs = 10_000;

type Handlers = {
  onCall: (event: CallEvent) => void;
  onRecording: (event: RecordingEvent) => void;
  onNote: (event: NoteEvent) => void;
  onEvaluation: (event: EvaluationEvent) => void;
  onCalibration: (event: CalibrationEvent) => void;
  onNotice: (event: NoticeEvent) => void;
  onImport: (now: Import) => void;
  /** Everything has to be read again: more has changed than the service keeps, or it changed before there was a stream. */
  onReset: () => void;
};

/**
 * Follows the changes that the API announces, of this window and of other tools, until the returned function is called.
 * After an interruption the browser asks for what it has missed.
 */
export function follow({
  onCall,
  onRecording,
  onNote,
  onEvaluation,
  onCalibration,
  onNotice,
  onImport,
  onReset,
}: Handlers): () => void {
  let source: EventSource;
  let later: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    let isNew = true;
    source = new EventSource(addressOf(followChanges));
    source.addEventListener('call', ({ data }) => onCall(CallEvent.parse(JSON.parse(data))));
    source.addEventListener('recording', ({ data }) => onRecording(RecordingEvent.parse(JSON.parse(data))));
    source.addEventListener('note', ({ data }) => onNote(NoteEvent.parse(JSON.parse(data))));
    source.addEventListener('evaluation', ({ data }) => onEvaluation(EvaluationEvent.parse(JSON.parse(data))));
    source.addEventListener('calibration', ({ data }) => onCalibration(CalibrationEvent.parse(JSON.parse(data))));
    source.addEventListener('notice', ({ data }) => onNotice(NoticeEvent.parse(JSON.parse(data))));
    source.addEventListener('import', ({ data }) => onImport(Import.parse(JSON.parse(data))));
    source.addEventListener('reset', onReset);
    source.addEventListener('open', () => {
      // What was read before the first response may have changed since. Later responses continue after the last event.
      if (isNew) onReset();
      isNew = false;
    });
    source.addEventListener('error', () => {
      // The browser gives up after a refusal, such as 429.
      if (source.readyState === EventSource.CLOSED) later = setTimeout(begin, againMs);
    });
  };
  begin();
  return () => {
    clearTimeout(later);
    source.close();
  };
}
