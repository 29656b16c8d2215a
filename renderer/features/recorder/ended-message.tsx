import { Info, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { IconButton } from '../../ui/icon-button';
import styles from './ended-message.module.css';
import { useRecorder } from './recorder';
import { useIsOwner } from './use-is-owner';

/** Why the last recording has ended, unless it was stopped here. */
export function EndedMessage() {
  const { t } = useTranslation();
  const ended = useRecorder((state) => state.ended);
  const isOwner = useIsOwner();
  if (!ended?.why || !isOwner) return null;
  return (
    <div className={styles.message} role="alert">
      <Info size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        {t(`recorder.ended.${ended.why}`)} <Link to={`/review?call=${ended.call_id}`}>{t('recorder.openCall')}</Link>
      </p>
      <IconButton label={t('recorder.dismiss')} size={24} onPress={() => useRecorder.setState({ ended: null })}>
        <X size={14} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
