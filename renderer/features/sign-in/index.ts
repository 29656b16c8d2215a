import './texts';

export { SignInPage } from './sign-in-page';
