export { selectSettings } from './queries';
