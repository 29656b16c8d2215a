import { VolumeX } from 'lucide-react';
import { codecText } from '../../i18n/codec-text';
import { useKnownMessage } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { type Failure, mayPass } from './failure';
import styles from './notice.module.css';
import { usePlayer } from './store';
import { useWords } from './words';

/** In place of the lanes when nothing can be heard: what, why, and the way on. */
export function Notice({ failure }: { failure: Failure }) {
  const { t, language } = useWords();
  const known = useKnownMessage();
  const retry = usePlayer((player) => player.retry);
  const codec = failure.codec === null ? t('unknownCodec') : codecText(failure.codec, language);
  const own = t(`failure.${failure.kind}.text`);
  const text = known(failure.explanation) ?? own;
  return (
    <div className={styles.notice} role="alert">
      <VolumeX size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p className={styles.title}>{t(`failure.${failure.kind}.title`, { codec })}</p>
        <p className={styles.text}>{text}</p>
        {mayPass(failure) && (
          <div className={styles.act}>
            <Button onPress={retry}>{t('tryAgain')}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
