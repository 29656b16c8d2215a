import './texts';

export { ConfirmForm } from './confirm-form';
export { SecondFactorPage } from './second-factor-page';
