import './texts';

export { useDid, useResourceName, useWho } from './entry-words';
export { type Change, changesIn, useChangedFields, useFieldName } from './field-name';
