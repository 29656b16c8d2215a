import './texts';

export { RoleInWords } from './role-in-words';
export { RolesPage } from './roles-page';
export { BeginView, useMayViewAs } from './view-as';
