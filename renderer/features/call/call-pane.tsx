import type { Call } from '@shared/contract/calls';
import { Lock, LockOpen } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useHolds } from '../../core/session';
import { PaneError } from '../../ui/pane-error';
import { ScrollArea } from '../../ui/scroll-area';
import { CallEvaluations } from '../assignments';
import { CallKeyNames } from '../call-keys';
import { Categories } from './call-categories';
import { CallHead } from './call-head';
import styles from './call-pane.module.css';
import { Fact, Facts } from './facts';
import { FieldSection } from './field-section';
import { Files } from './files';
import { History } from './history';
import { Notes } from './notes';
import { OtherCalls } from './other-calls';
import { People } from './people';
import { Section } from './section';
import { Technical } from './technical';
import { useCall } from './use-call';
import { Values } from './values';
import { WhoSpoke } from './who-spoke';

/** All details of one call. */
export function CallPane({ call_id }: { call_id: string | null }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { data: call, error, refetch } = useCall(call_id);
  if (call_id === null)
    return (
      <div className={styles.none}>
        <p>{t('call.none')}</p>
      </div>
    );
  if (call === undefined && error)
    return isRefusal(error, 404) ? (
      <div className={styles.none}>
        <p>{t('call.gone')}</p>
      </div>
    ) : (
      <PaneError title={t('call.failed')} error={error} onRetry={() => void refetch()} />
    );
  if (call === undefined) return null;
  return (
    <ScrollArea scroller={scroller} className={styles.area}>
      <div ref={scroller} className={styles.pane} key={call.call_id}>
        <CallHead call={call} />
        <WhoSpoke call={call} />
        <Summary call={call} />
        <Notes call={call} />
        <Evaluations call={call} />
        <OtherCalls call={call} />
        <People call={call} />
        <FieldSection call={call} group="call" empty={false} />
        <Files call={call} />
        <History call={call} />
        <Technical call={call} />
      </div>
    </ScrollArea>
  );
}

function Evaluations({ call }: { call: Call }) {
  const { t } = useTranslation();
  if (!useHolds('evaluation_reports:view')) return null;
  return (
    <Section title={t('assignments.title')}>
      <CallEvaluations call_id={call.call_id} />
    </Section>
  );
}

/** The custom fields, the categories, and the recording of a call. */
function Summary({ call }: { call: Call }) {
  const { t } = useTranslation();
  const locked = call.files.every((file) => file.encrypt_fingerprint !== null);
  const Sign = locked ? Lock : LockOpen;
  return (
    <>
      <Values call={call} />
      <Section title={t('call.recording')}>
        <Facts>
          <Categories call={call} />
          <Fact label={t('call.audio')}>
            {call.files.length === 0 ? (
              t('call.noAudio')
            ) : (
              <span className={styles.lock}>
                <Sign size={14} strokeWidth={1.75} aria-hidden="true" />
                {t('call.fileCount', { count: call.files.length })}, {locked ? t('call.encrypted') : t('call.open')}
              </span>
            )}
          </Fact>
          {locked && call.files.length > 0 && (
            <Fact label={t('call.key')}>
              <CallKeyNames call_id={call.call_id} />
            </Fact>
          )}
        </Facts>
      </Section>
    </>
  );
}
