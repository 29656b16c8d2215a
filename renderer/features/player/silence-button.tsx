import { FastForward } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { lengthText } from '../../i18n/times';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import { savedBy } from './peaks';
import styles from './settings.module.css';
import { usePlayer } from './store';

/** Skips silence, and shows how much shorter this makes the call. */
export function SilenceButton() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const skips = usePlayer((player) => player.skips_silence);
  const setSkips = usePlayer((player) => player.setSkipsSilence);
  const silences = usePlayer((player) => player.silences);
  const isEmpty = usePlayer((player) => player.status === 'empty');
  const time = lengthText(savedBy(silences) / 1000);
  const count = silences.length;
  const label = isEmpty
    ? t('player.silence.name')
    : count === 0
      ? t('player.silence.none')
      : t('player.silence.saves', { count, time });
  const words = (
    <>
      <span className={styles.words}>{t('player.silence.name')}</span>{' '}
      {count > 0 && (
        <span className={styles.saved} data-figures>
          −{time}
        </span>
      )}
    </>
  );
  return (
    <>
      {/* The words keep their space, so that nothing moves when they appear. */}
      {!skips && (
        <span className={styles.reserved} aria-hidden="true">
          {words}
        </span>
      )}
      <Tooltip text={label} keys={keysOf('playerSkipSilence')} placement="top">
        <ToggleButton className={styles.silence ?? ''} aria-label={label} isSelected={skips} onChange={setSkips}>
          <Icon of={FastForward} />
          {skips && words}
        </ToggleButton>
      </Tooltip>
    </>
  );
}
