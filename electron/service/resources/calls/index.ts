export { insertFile, type NewFile } from './files/queries';
export {
  countAllCalls,
  insertCall,
  insertCalls,
  isKnownCall,
  type NewCall,
  type NewParticipant,
} from './queries';
