import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import type { OpenRecording } from '@shared/contract/recordings';
import { Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useCustomFields } from '../../core/custom-fields';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useCall, useSetValue, ValueField } from '../call';
import { EndedMessage, OtherParty, PauseLength, RecorderPanel, RecordForm, useIsOwner, useRecorder } from '../recorder';
import { WatchFolderSummary } from '../watch-folders';
import { JustEnded } from './just-ended';
import { useLevels } from './levels';
import styles from './live-page.module.css';
import { useOpenRecordings } from './open-recordings';
import { OtherRecordings } from './other-recordings';
import { InterruptedRow, RecordingRow } from './recording-row';

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

/** More fields would push the recording's own settings out of view. */
const shown = 3;

/** The choices of the call that is being recorded here, such as its topic. */
function OwnChoices({ call_id }: { call_id: string }) {
  const { data: call } = useCall(call_id);
  const mayEdit = useHolds('calls:edit');
  const fields = useCustomFields().filter(({ type, editable }) => type === 'option' && editable);
  if (!call || !mayEdit) return null;
  return fields.slice(0, shown).map((field) => <Choice key={field.field_id} call={call} field={field} />);
}

function Choice({ call, field }: { call: Call; field: CustomField }) {
  const message = useMessage();
  const refusalText = useRefusalText();
  const { mutate, error, variables, isPending } = useSetValue(call);
  const { field_id, name } = field;
  const stored = call.custom_fields.find((one) => one.field_id === field_id)?.value ?? '';
  // The only value that was sent is the one at fault.
  const [said] = error && isRefusal(error) ? Object.values(error.details) : [];
  const why = said ? message(said) : error ? refusalText(error) : undefined;
  return (
    <ValueField
      field={field}
      label={name}
      value={isPending ? variables.value : stored}
      onChange={(value) => mutate({ field_id, value })}
      message={why}
    />
  );
}

/** The programs that send the recordings in progress, and how fast. */
function SendingTools({ recordings }: { recordings: readonly OpenRecording[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>
        {t('live.tools')} <span className={styles.sendingToolsQuiet}>{t('live.byApi')}</span>
      </h2>
      <ul className={styles.tools}>
        {recordings.map(({ recording_id }) => (
          <Tool key={recording_id} recording_id={recording_id} />
        ))}
      </ul>
    </section>
  );
}

function Tool({ recording_id }: { recording_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: levels } = useLevels(recording_id);
  if (!levels) return null;
  const { tool, is_sending, offset, bytesPerSecond } = levels;
  return (
    <li className={styles.tool}>
      <Circle className={styles.sign} size={8} fill={is_sending ? 'currentColor' : 'none'} aria-hidden="true" />
      <span className={styles.name} onPointerEnter={titleWhenCut}>
        {tool ?? t('live.otherTool')}
      </span>
      {is_sending && (
        <span className={styles.sendingToolsQuiet} data-figures>
          {t('live.rate', { bytes: format.bytes(bytesPerSecond) })}
        </span>
      )}
      <p className={styles.sendingToolsQuiet} data-figures>
        {t(is_sending ? 'live.soFar' : 'live.notSending', { bytes: format.bytes(offset) })}
      </p>
    </li>
  );
}
