import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { PaneError } from '../../ui/pane-error';
import { CallHead } from './call-head';
import styles from './call-pane.module.css';
import { CallTabs } from './call-tabs';
import { useCall } from './use-call';

/** One call: its parties and actions, and all that is known of it. */
export function CallPane({ call_id }: { call_id: string | null }) {
  const { t } = useTranslation();
  const { data: call, error, refetch, isFetching } = useCall(call_id);
  if (call_id === null)
    return (
      <div className={styles.none}>
        <p>{t('call.none')}</p>
      </div>
    );
  // Also one that was removed while it was shown, unless it is being read again: it may have been restored.
  if (isRefusal(error, 404) && !(call && isFetching))
    return (
      <div className={styles.none}>
        <p>{t('call.gone')}</p>
      </div>
    );
  if (call === undefined)
    return error && <PaneError title={t('call.failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.pane} key={call.call_id}>
      <CallHead call={call} />
      <CallTabs call={call} />
    </div>
  );
}
