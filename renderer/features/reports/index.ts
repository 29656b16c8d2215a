import './texts';

export { ReportsPage } from './reports-page';
