import './texts';

export { SettingsPage } from './settings-page';
