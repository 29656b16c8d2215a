import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './brand-page.module.css';
import { LanesPicture } from './lanes-picture';
import { Logo } from './logo';

type Props = {
  aside?: ReactNode;
  /**
   * The height of the form without messages, in px. The form is centred by it, so that a message never moves its head.
   */
  tall: number;
  children: ReactNode;
};

/** A page shown before the main window: the picture of the two lanes on the left, one form on the right. */
export function BrandPage({ aside, tall, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <aside className={styles.side} aria-label="Earshot">
        <p className={styles.brand}>
          <Logo size={23} />
          Earshot
        </p>
        <div className={styles.middle}>
          <LanesPicture of="conversation" />
          {aside}
        </div>
        <p className={styles.foot}>{t('brand.promise')}</p>
      </aside>
      <main className={styles.main} style={{ '--tall': `${tall}px` } as CSSProperties}>
        <div className={styles.form}>{children}</div>
      </main>
    </div>
  );
}
