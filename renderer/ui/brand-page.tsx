import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './brand-page.module.css';
import { LanesPicture } from './lanes-picture';
import { Logo } from './logo';

type Props = { aside?: ReactNode; children: ReactNode };

/** A page before the window proper: the sign of the house at the left, one form at the right. */
export function BrandPage({ aside, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <aside className={styles.side} aria-label="Earshot">
        <p className={styles.brand}>
          <Logo size={22} />
          Earshot
        </p>
        <div className={styles.middle}>
          <LanesPicture of="conversation" />
          {aside}
        </div>
        <p className={styles.foot}>{t('brand.promise')}</p>
      </aside>
      <main className={styles.main}>
        <div className={styles.form}>{children}</div>
      </main>
    </div>
  );
}
