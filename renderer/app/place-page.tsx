import { holds } from '@shared/permissions';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useSignedIn } from '../core/session';
import styles from './place-page.module.css';
import { type Place, places, useOwnPlaces } from './places';

/** The page of a place, for users whose role may see it. */
export function PlacePage({ place: { permission, ofTenants = false, name, Page } }: { place: Place }) {
  const { multi_tenancy, role } = useSignedIn();
  if (ofTenants && !multi_tenancy) return <Home />;
  // As the sidebar decides: while viewing as another user, the pages are those of that user.
  if (!holds(role.permissions, permission)) return <NotForRole name={name} />;
  return (
    <Suspense>
      <Page />
    </Suspense>
  );
}

/** Replaces a page that the role may not see: explains that, and who can change it. */
function NotForRole({ name }: Pick<Place, 'name'>) {
  const { t } = useTranslation();
  const { role } = useSignedIn();
  return (
    <main className={styles.page} aria-label={t(name)} data-no-deck>
      <h1 className={styles.title} data-page-focus tabIndex={-1}>
        {t('root.notForRole')}
      </h1>
      <p className={styles.text}>{t('root.notForRoleText', { role: role.name, page: t(name) })}</p>
    </main>
  );
}

/** The start page: the first place that the role may see. */
export function Home() {
  const [own] = useOwnPlaces();
  const first = own ?? places.find(({ under }) => !under);
  return <Navigate to={first?.path ?? '/'} replace />;
}
