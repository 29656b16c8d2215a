export {
  countAllCalls,
  insertCall,
  insertCalls,
  insertFile,
  type NewCall,
  type NewFile,
  type NewParticipant,
} from './queries';
