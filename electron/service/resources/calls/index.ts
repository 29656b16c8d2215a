export { insertFile, type NewFile } from './files/queries';
export {
  countAllCalls,
  insertCall,
  insertCalls,
  knownCall,
  type NewCall,
  type NewParticipant,
} from './queries';
