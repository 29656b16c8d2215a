import { useTranslation } from 'react-i18next';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import styles from './live-page.module.css';
import { useOpenRecordings } from './open-recordings';
import { RecordingRow } from './recording-row';

/** The recordings that go on: what is being recorded, since when, and pausing it. */
export function LivePage() {
  const { t } = useTranslation();
  const { data: recordings, error, refetch } = useOpenRecordings();
  return (
    <main className={styles.page} aria-label={t('live.title')} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={t('live.title')}>
        {recordings && recordings.length > 0 && (
          <span className={styles.count}>{t('live.count', { count: recordings.length })}</span>
        )}
        <span className={styles.space} />
        <span className={styles.quiet}>{t('live.encrypted')}</span>
      </PageBar>
      <div className={styles.body} data-page-focus>
        {error && <PaneError title={t('live.failed')} error={error} onRetry={() => void refetch()} />}
        {recordings?.length === 0 && (
          <div className={styles.empty}>
            <h2>{t('live.none')}</h2>
            <p>{t('live.noneText')}</p>
          </div>
        )}
        {recordings && recordings.length > 0 && (
          <ul className={styles.recordings} aria-label={t('live.recordings')}>
            {recordings.map((recording) => (
              <RecordingRow key={recording.recording_id} recording={recording} />
            ))}
          </ul>
        )}
      </div>
    </main>
  );
}
