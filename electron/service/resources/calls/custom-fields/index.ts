export { changedFields } from './changed';
export { fieldWithValues } from './list.queries';
export { fieldHooks } from './queries';
export { searchedField } from './search.queries';
export { storedValue, valueFault } from './values/fault';
export { type FieldFinder, fieldFinder, fieldNamed, fieldsOf, type ValueField } from './values/queries';
