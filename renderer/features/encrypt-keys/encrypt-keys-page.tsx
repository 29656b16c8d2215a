import { Route, Routes } from 'react-router';
import { EncryptKeyPage } from './encrypt-key-page';
import { KeyOverview } from './key-overview';
import { GenerateKeyPage, ImportKeyPage } from './new-key-page';

/** Administration, Keys: the overview, and each key as a page. */
export const EncryptKeysPage = () => (
  <Routes>
    <Route index element={<KeyOverview />} />
    <Route path="generate" element={<GenerateKeyPage />} />
    <Route path="import" element={<ImportKeyPage />} />
    <Route path=":key_id" element={<EncryptKeyPage />} />
  </Routes>
);
