export {
  countAllCalls,
  insertCall,
  insertCalls,
  insertFile,
  isKnownCall,
  type NewCall,
  type NewFile,
  type NewParticipant,
} from './queries';
