export { callChanges } from './announced.queries';
export { valuesIn } from './changes/values';
export { audioOpener } from './files/audio-opener';
export {
  countFilesWithout,
  discard,
  discardLater,
  forget,
  forgetDiscarded,
  replaceContainers,
  selectCopies,
  selectDiscarded,
  selectFilesWithout,
  type WrappedFile,
} from './files/containers.queries';
export { delivery } from './files/delivery';
export {
  addFile,
  addFiles,
  cutPaths,
  endWithFiles,
  freeFileId,
  insertFileAs,
  insertFiles,
  type NewFile,
  peaksOf,
  usedFileIds,
  withPeaks,
} from './files/queries';
export { passes as callConditions } from './filters/advanced';
export { callSource } from './filters/filters';
export { callList, pausedSpans } from './list.queries';
export { dayOf, daysBefore1970, hourOf, localShift, weekdayOf } from './local-time';
export { insertNotes, type StoredNote } from './notes/queries';
export { eachOf } from './outcome';
export { beginPause, endPause } from './pauses.queries';
export {
  type CallName,
  callsAt,
  callsOf,
  callsTracked,
  callsWithId,
  countAllCalls,
  fillCall,
  insertCall,
  insertCalls,
  type KnownCall,
  type NewCall,
  type NewParticipant,
  namesOf,
  setParties,
} from './queries';
export { agentName, agentOf, callInScope, type ScopedCall } from './reach.queries';
export { dropRecorded, setOnDemand, setRecordState, tightenCall } from './recorded.queries';
export { removeCall } from './removal/queries';
export { callsPerMs, firstKeyAt, isFarEnd, isFarParty, isUnderWay, maxFiles, sameCallMs } from './rules';
export { measuring } from './talk/measuring';
