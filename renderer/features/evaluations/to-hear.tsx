import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { usePlayer } from '../player';
import { useOpenQueue } from './evaluations';
import styles from './to-hear.module.css';

/** How long the open calls of the queue are together, and how long that takes at the speed of the player. */
export function ToHear() {
  const { t } = useTranslation();
  const format = useFormat();
  const rate = usePlayer((state) => state.rate);
  const data = useOpenQueue();
  const seconds = data?.evaluation_queue.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  if (!seconds) return null;
  const spanOf = (length: number) => {
    const minutes = Math.max(1, Math.round(length / 60));
    const parts = { hours: format.figure(Math.floor(minutes / 60)), minutes: minutes % 60 };
    return t(minutes < 60 ? 'evaluations.minutes' : 'evaluations.hours', parts);
  };
  return (
    <>
      <span data-figures>
        {t(data?.next_url ? 'evaluations.toHearMore' : 'evaluations.toHear', { span: spanOf(seconds) })}
      </span>
      {rate !== 1 && (
        <span className={styles.faster} data-figures>
          {t('evaluations.atRate', { span: spanOf(seconds / rate), rate: format.figure(rate) })}
        </span>
      )}
    </>
  );
}
