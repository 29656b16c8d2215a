import './texts';

export { LiveMark } from './live-mark';
export { LivePage } from './live-page';
