import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import styles from './watch-folder-page.module.css';
import { useWatchedFiles } from './watched';

/** The files that were imported last, each with its call. */
export function TakenFiles() {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const { data: files } = useWatchedFiles('imported');
  if (!files) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.takenTitle')}{' '}
        {files.length > 0 && <span className={styles.quiet}>{t('watchFolder.takenHint')}</span>}
      </h2>
      {files.length === 0 && <p className={styles.text}>{t('watchFolder.noneTaken')}</p>}
      <ul className={styles.files}>
        {files.map(({ watched_file_id, name, taken_at, call_id }) => (
          <li key={watched_file_id}>
            <span className={styles.time} data-figures>
              {format.started(taken_at)}
            </span>
            {call_id === null ? (
              <span className={styles.name} dir="auto">
                {name}
              </span>
            ) : (
              <Link
                className={styles.opener ?? ''}
                to={`/review?call=${call_id}`}
                aria-label={t('watchFolder.openCall', { name })}
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
