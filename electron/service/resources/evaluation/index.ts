export { derivedId } from './derived-id';
export { insertForm, wholeForms } from './forms/queries';
export { reportsInScope } from './reports/list/queries';
