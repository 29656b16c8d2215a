import './texts';

export { ReviewPage } from './review-page';
