import './texts';

export { actions, resources, useDid, useResourceName, useWho } from './entry-words';
export { type Change, changesIn, useChangedFields, useFieldName } from './field-name';
