import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../core/address';
import { type Counted, forgetCounted } from '../../core/counted';
import { ReportCrumb } from '../../form/report-crumb';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import styles from './counted-note.module.css';

/** Says that the list shows only the evaluations that a figure counts, and leads back to all. */
export function CountedNote({ of }: Pick<Counted, 'of'>) {
  const { t } = useTranslation();
  const { change } = useAddress();
  return (
    <p className={styles.note}>
      <ReportCrumb />
      <span className={styles.text}>{t('evaluations.counted', { of })}</span>
      <IconButton label={t('evaluations.countedAll')} size={24} onPress={() => change(forgetCounted)}>
        <Icon of={X} size={14} />
      </IconButton>
    </p>
  );
}
