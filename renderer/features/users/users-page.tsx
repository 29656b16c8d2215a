import { Route, Routes } from 'react-router';
import { UserList } from './user-list';

/** Administration, Users: the list, and each user as a page. */
export const UsersPage = () => (
  <Routes>
    <Route index element={<UserList />} />
  </Routes>
);
