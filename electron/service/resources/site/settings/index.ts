export { selectSettings, storeSettings } from './queries';
