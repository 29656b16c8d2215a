export {
  countAllCalls,
  insertCall,
  insertCalls,
  insertFile,
  type NewCall,
  type NewFile,
  type NewParticipant,
} from './queries';
export { numberKey } from './rules';
