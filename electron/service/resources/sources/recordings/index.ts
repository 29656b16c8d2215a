export { selectReachedRecordings } from './reach.queries';
