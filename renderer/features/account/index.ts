import './texts';

export { AccountPage } from './account-page';
export { NewPasswordPage } from './new-password-page';
export { RevokeToken } from './revoke-token';
