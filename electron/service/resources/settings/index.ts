export { keepSetting, readSetting, selectSettings } from './queries';
