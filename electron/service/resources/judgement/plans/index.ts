export { planDraws } from './running';
