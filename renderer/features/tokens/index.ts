import './texts';

export { TokensPage } from './tokens-page';
