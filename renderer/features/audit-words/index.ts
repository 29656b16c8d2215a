import './texts';

export { useDid, useResourceName, useWho } from './entry-words';
export { type Change, changesIn, useChangeWords, useFieldName } from './field-name';
