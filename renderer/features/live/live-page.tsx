import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { EndedMessage, OtherParty, PauseLength, RecorderPanel, RecordForm, useIsOwner, useRecorder } from '../recorder';
import { WatchFolderSummary } from '../watch-folder';
import { JustEnded } from './just-ended';
import styles from './live-page.module.css';
import { useOpenRecordings } from './open-recordings';
import { OtherRecordings } from './other-recordings';
import { OwnChoices } from './own-choices';
import { InterruptedRow, RecordingRow } from './recording-row';
import { SendingTools } from './sending-tools';

/** The open recordings: what is being recorded, since when, and pausing it. */
export function LivePage() {
  const { t } = useTranslation();
  const { data: all, error, refetch } = useOpenRecordings();
  const isOwner = useIsOwner();
  const own = useRecorder(({ recording }) => recording);
  const others = all?.filter(({ recording_id }) => recording_id !== own?.recording_id) ?? [];
  const sending = others.filter(({ interrupted }) => !interrupted);
  const count = all?.length ?? 0;
  const hasOthers = others.length > 0;
  const hasParty = own !== null && isOwner;
  const mayPause = useHolds('calls:pause_recording');
  const mayWatch = useHolds('system:view');
  const side = (
    <aside className={styles.side} aria-label={t(hasParty ? 'recorder.otherParty' : 'live.side')}>
      {hasParty && (
        <section>
          <h2>{t('recorder.otherParty')}</h2>
          <OtherParty />
          <OwnChoices call_id={own.call_id} />
        </section>
      )}
      {!own && sending.length > 0 && <SendingTools recordings={sending} />}
      {!own && mayWatch && <WatchFolderSummary />}
      {mayPause && (
        <section>
          <h2>{t('recorder.pauseTitle')}</h2>
          <PauseLength />
          <p className={styles.quiet}>{t('live.everyPause')}</p>
        </section>
      )}
      {own && hasOthers && <OtherRecordings recordings={others} />}
    </aside>
  );
  return (
    <main className={styles.page} aria-label={t('live.title')} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={t('live.title')}>
        {count > 1 && <span className={styles.count}>{t('live.count', { count })}</span>}
        <span className={styles.space} />
        <span className={styles.quiet}>{t('live.encrypted')}</span>
      </PageBar>
      <div className={styles.body} data-own={own ? true : undefined} data-page-focus tabIndex={-1}>
        <EndedMessage />
        {own && <RecorderPanel />}
        {own && side}
        {error && <PaneError title={t('live.failed')} error={error} onRetry={() => void refetch()} />}
        {count === 0 && all && !own && (
          <div className={styles.empty}>
            <h2>{t('live.none')}</h2>
            <p>{t('live.noneText')}</p>
          </div>
        )}
        {!own && hasOthers && (
          <ul className={styles.recordings} aria-label={t('live.recordings')}>
            {others.map((recording) =>
              recording.interrupted ? (
                <InterruptedRow
                  key={recording.recording_id}
                  recording={recording}
                  interrupted={recording.interrupted}
                />
              ) : (
                <RecordingRow key={recording.recording_id} recording={recording} />
              ),
            )}
          </ul>
        )}
        {!own && <RecordForm />}
        {!own && side}
        <JustEnded />
      </div>
    </main>
  );
}
