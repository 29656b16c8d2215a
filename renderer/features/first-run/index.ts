import './texts';

export { FirstRunPage } from './first-run-page';
