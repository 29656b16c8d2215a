export { keepSetting, readSetting } from './queries';
