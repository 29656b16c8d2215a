export { derivedId } from './derived-id';
export { insertForm, wholeForms } from './forms/queries';
export { comparedWith } from './reports/compared';
export { knownCall } from './reports/its-call';
export { insertReport } from './reports/queries';
