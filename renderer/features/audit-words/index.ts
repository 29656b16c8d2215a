import './texts';

export { actions, resources, useDid, useResourceName, useWho } from './entry-words';
export { useChangedFields, useFieldName } from './field-name';
