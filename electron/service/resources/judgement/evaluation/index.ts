export { derivedId } from './derived-id';
export { insertForm, wholeForms } from './forms/queries';
export { type FormSectionQuestions, formQuestionsOf, sectionsOf } from './reports/answers.queries';
export { auditAssigned } from './reports/audited';
export { comparedWith } from './reports/compared';
export { knownCall } from './reports/its-call';
export { canEvaluate, checkedParts, type Parts } from './reports/parts.queries';
export {
  cancelOpen,
  completedHook,
  completeReports,
  insertReport,
  removeCalibrationReports,
  storeReports,
} from './reports/queries';
export { faultsOf } from './reports/rules';
export { hasAudio, isEvaluated, samplesRead, sampleTarget, storeCalls, storeSample } from './samples/queries';
export { inPool, newSeed } from './samples/rules';
