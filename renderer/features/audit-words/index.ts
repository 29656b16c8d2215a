import './texts';

export { actions, resources, useDid, useResourceName, useWho } from './entry-words';
