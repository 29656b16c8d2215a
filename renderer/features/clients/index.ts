import './texts';

export { ClientsPage } from './clients-page';
