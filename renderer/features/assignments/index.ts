import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { AssignCalls } from './assign-calls';
export { AssignFields } from './assign-fields';
export { CallEvaluations } from './call-evaluations';
export { CallScoreText } from './call-score-text';
export { scoresOf, useScores } from './call-scores';
export { endOfDay } from './end-of-day';
export { EvaluateCall } from './evaluate-call';
export { MakeForm } from './make-form';
export { nextInQueue } from './next-in-queue';
export {
  type QueuePart,
  queueParts,
  toAcknowledge,
  useQueueCount,
  useToAcknowledge,
  useWaitingCount,
} from './queue-count';
export { Reassign } from './reassign';
export { ScoreMark } from './score-mark';
export { ScoreNext } from './score-next';
export { StatusMark, shownStatus, useStatusText } from './status-mark';
export { useAssignment } from './use-assignment';
export { useActiveForms } from './use-evaluations';
