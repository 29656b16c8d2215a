import { VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { useWhoGrants } from '../call-keys';
import { type Failure, mayPass } from './failure';
import styles from './notice.module.css';
import { usePlayer } from './store';
import { useFailureText } from './why-silent';

/** Replaces the lanes when nothing can be played: what, why, and what to do. */
export function Notice({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const say = useSaid();
  const call_id = usePlayer(({ call }) => call?.call_id ?? null);
  const whoGrants = useWhoGrants(failure.kind === 'locked' ? call_id : null);
  const retry = usePlayer((player) => player.retry);
  const text = failure.said ? say(failure.said) : t(`player.failure.${failure.kind}.text`);
  return (
    <div className={styles.notice} role="alert">
      <Icon of={VolumeX} />
      <div>
        <p className={styles.title}>{failureText(failure)}</p>
        <p className={styles.text}>
          {text} {whoGrants}
        </p>
        {mayPass(failure) && (
          <div className={styles.act}>
            <Button onPress={retry}>{t('player.tryAgain')}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
