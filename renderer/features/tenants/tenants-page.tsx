import { Route, Routes } from 'react-router';
import { TenantList } from './tenant-list';
import { NewTenantPage, TenantPage } from './tenant-page';

/** Administration, Tenants: the list, and each tenant as a page. */
export const TenantsPage = () => (
  <Routes>
    <Route index element={<TenantList />} />
    <Route path="new" element={<NewTenantPage />} />
    <Route path=":tenant_id" element={<TenantPage />} />
  </Routes>
);
