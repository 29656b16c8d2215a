import { Info, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import styles from './ended-message.module.css';
import { useRecorder } from './state';
import { useIsOwner } from './use-is-owner';

/** Why the last recording has ended, unless it was stopped here. */
export function EndedMessage() {
  const { t } = useTranslation();
  const ended = useRecorder((state) => state.ended);
  const isOwner = useIsOwner();
  if (!ended?.why || !isOwner) return null;
  return (
    <div className={styles.message} role="alert">
      <Icon of={Info} />
      <p>
        {t(`recorder.ended.${ended.why}`)} <Link to={`/review?call=${ended.call_id}`}>{t('recorder.openCall')}</Link>
      </p>
      <IconButton label={t('recorder.dismiss')} size={24} onPress={() => useRecorder.setState({ ended: null })}>
        <Icon of={X} size={14} />
      </IconButton>
    </div>
  );
}
