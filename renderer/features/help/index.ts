import './texts';

export { HelpPages } from './help-pages';
