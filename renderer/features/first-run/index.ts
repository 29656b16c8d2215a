export { FirstRunPage } from './first-run-page';
