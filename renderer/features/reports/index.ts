import './texts';

export { Drawing } from './chart/chart';
export { figuresFor, type Settings } from './figures-for';
export { ReportsPage } from './reports-page';
export { useMayCount } from './use-may-count';
