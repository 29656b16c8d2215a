import './texts';

export { TodayPage } from './today-page';
