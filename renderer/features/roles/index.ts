import './texts';

export { RoleInWords } from './role-in-words';
export { RolesPage } from './roles-page';
