import './texts';

export { SecondFactorPage } from './second-factor-page';
