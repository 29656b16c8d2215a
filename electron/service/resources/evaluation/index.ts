export { derivedId } from './derived-id';
export { reportsInScope } from './reports/list/queries';
