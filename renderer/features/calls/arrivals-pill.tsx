import { ArrowUp } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import styles from './arrivals-pill.module.css';

type Props = { count: number; takeIn: () => void };

/** Shown above the list while new calls wait. Screen readers announce once that calls wait, not each count. */
export function ArrivalsPill({ count, takeIn }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <span className="visually-hidden" role="status">
        {count > 0 && t('review.newCallsWait')}
      </span>
      {count > 0 && (
        <Button className={styles.pill ?? ''} onPress={takeIn}>
          <Icon of={ArrowUp} size={14} />
          {t('review.newCalls', { count, shown: format.figure(count) })}
        </Button>
      )}
    </>
  );
}
