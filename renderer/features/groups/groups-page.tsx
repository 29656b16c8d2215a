import { Route, Routes } from 'react-router';
import { GroupList } from './group-list';
import { GroupPage, NewGroupPage } from './group-page';

/** Administration, Groups: the list, and each group as a page. */
export const GroupsPage = () => (
  <Routes>
    <Route index element={<GroupList />} />
    <Route path="new" element={<NewGroupPage />} />
    <Route path=":group_id" element={<GroupPage />} />
  </Routes>
);
