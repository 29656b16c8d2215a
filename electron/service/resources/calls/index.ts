export { valuesIn } from './changes/values';
export { addFile, addFiles, countFiles, insertFile, type NewFile } from './files/queries';
export { callList } from './list/queries';
export { insertNotes, type StoredNote } from './notes/queries';
export {
  addNames,
  type CallName,
  callToJoin,
  countAllCalls,
  insertCall,
  insertCalls,
  knownCall,
  type NewCall,
  type NewParticipant,
} from './queries';
export { callInScope, type ScopedCall, selectReached } from './reach/queries';
export { isUnderWay, mostFiles, sameCallMs } from './rules';
export { beginRenewal, endRenewal } from './search/queries';
export { textRenewal } from './search/renewal';
