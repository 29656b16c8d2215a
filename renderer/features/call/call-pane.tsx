import type { Call } from '@shared/contract/calls';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useHolds } from '../../core/session';
import { PaneError } from '../../ui/pane-error';
import { ScrollArea } from '../../ui/scroll-area';
import { CallEvaluations } from '../assignments';
import { CallHead } from './call-head';
import styles from './call-pane.module.css';
import { FieldSection } from './field-section';
import { Files } from './files';
import { History } from './history';
import { Notes } from './notes';
import { OtherCalls } from './other-calls';
import { People } from './people';
import { Section } from './section';
import { Summary } from './summary';
import { Technical } from './technical';
import { useCall } from './use-call';
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
