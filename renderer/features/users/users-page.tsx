import { Route, Routes } from 'react-router';
import { UserList } from './user-list';
import { NewUserPage, UserPage } from './user-page';

/** Administration, Users: the list, and each user as a page. */
export const UsersPage = () => (
  <Routes>
    <Route index element={<UserList />} />
    <Route path="new" element={<NewUserPage />} />
    <Route path=":user_id" element={<UserPage />} />
  </Routes>
);
