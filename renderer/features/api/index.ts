import './texts';

export { ApiPage } from './api-page';
