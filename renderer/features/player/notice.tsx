import { VolumeX } from 'lucide-react';
import { Button } from '../../ui/button';
import type { Failure } from './failure';
import styles from './notice.module.css';
import { usePlayer } from './store';
import { useWords } from './words';

/** In place of the lanes when nothing can be heard: what, why, and the way on. */
export function Notice({ failure }: { failure: Failure }) {
  const { t, language } = useWords();
  const retry = usePlayer((player) => player.retry);
  const codec = failure.codec ? failure.codec.replaceAll('_', ' ').toUpperCase() : t('unknownCodec');
  const own = t(`failure.${failure.kind}.text`);
  // the service explains itself in English only
  const text = language === 'en' || failure.kind === 'refused' ? (failure.explanation ?? own) : own;
  return (
    <div className={styles.notice} role="alert">
      <VolumeX size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p className={styles.title}>{t(`failure.${failure.kind}.title`, { codec })}</p>
        <p className={styles.text}>{text}</p>
        {failure.kind !== 'no-audio' && failure.kind !== 'unplayable' && (
          <div className={styles.act}>
            <Button onPress={retry}>{t('tryAgain')}</Button>
          </div>
        )}
      </div>
    </div>
  );
}
