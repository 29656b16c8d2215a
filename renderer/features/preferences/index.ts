import './texts';

export { PreferencesPage } from './preferences-page';
