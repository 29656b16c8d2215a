import './texts';

export { LivePage } from './live-page';
