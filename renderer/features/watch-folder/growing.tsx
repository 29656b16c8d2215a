import type { WatchFolder } from '@shared/contract/watched-files';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Spinner } from '../../ui/spinner';
import styles from './watch-folder-page.module.css';

/** The files that are not complete. */
export function Growing({ files }: { files: WatchFolder['growing'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  if (files.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.growingTitle')}
      </h2>
      <ul className={styles.files}>
        {files.map(({ name, size }) => (
          <li key={name}>
            <Spinner />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.note} data-figures>
              {format.bytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
