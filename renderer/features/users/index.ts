import './texts';

export { useLicences } from './users';
export { UsersPage } from './users-page';
