import './texts';

export { TakeSample } from './take-sample';
