import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { Button, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button as WordButton } from '../../ui/button';
import { Popover } from '../../ui/popover';
import styles from './settings.module.css';
import { usePlayer } from './store';

/** The volume, and its popover: 0 to 200 %, and mute. */
export function VolumeButton() {
  const { t } = useTranslation();
  const volume = usePlayer((player) => player.volume);
  const muted = usePlayer((player) => player.muted);
  const setVolume = usePlayer((player) => player.setVolume);
  const setMuted = usePlayer((player) => player.setMuted);
  const percent = Math.round(volume * 100);
  const shown = t('player.volume.value', { percent });
  const Icon = muted || percent === 0 ? VolumeX : percent < 50 ? Volume1 : Volume2;
  const trigger = (
    <Button
      className={styles.icon ?? ''}
      aria-label={muted ? t('player.volume.muted') : `${t('player.volume.name')} ${shown}`}
    >
      <Icon size={16} strokeWidth={1.75} />
    </Button>
  );
  return (
    <Popover trigger={trigger} label={t('player.volume.name')} placement="top end">
      <div className={styles.panel}>
        <p className={styles.head}>
          <span>{t('player.volume.name')}</span>
          <output>{muted ? t('player.volume.muted') : shown}</output>
        </p>
        <Slider
          aria-label={t('player.volume.name')}
          className={styles.slider ?? ''}
          minValue={0}
          maxValue={200}
          step={5}
          value={percent}
          onChange={(value) => setVolume((value as number) / 100)}
        >
          <SliderTrack className={styles.track ?? ''}>
            <SliderThumb className={styles.thumb ?? ''} />
          </SliderTrack>
        </Slider>
        <WordButton onPress={() => setMuted(!muted)}>
          {t(muted ? 'player.volume.unmute' : 'player.volume.mute')}
        </WordButton>
        <p className={styles.hint}>{t('player.volume.hint')}</p>
      </div>
    </Popover>
  );
}
