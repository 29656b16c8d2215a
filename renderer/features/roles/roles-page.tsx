import { Route, Routes } from 'react-router';
import { NewRolePage } from './new-role-page';
import { RoleList } from './role-list';
import { RolePage } from './role-page';

/** Administration, Roles: the list, and each role as a page. */
export const RolesPage = () => (
  <Routes>
    <Route index element={<RoleList />} />
    <Route path="new" element={<NewRolePage />} />
    <Route path=":role_id" element={<RolePage />} />
  </Routes>
);
