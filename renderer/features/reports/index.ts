import './texts';

export { Drawing } from './chart/chart';
export { useMark } from './chart/use-mark';
export { figuresFor, type Settings } from './figures-for';
export { ReportsPage } from './reports-page';
export { useMayCount } from './use-may-count';
