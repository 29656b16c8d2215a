import { Button, Slider, SliderThumb, SliderTrack, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/popover';
import styles from './settings.module.css';
import { rates, usePlayer } from './store';

const presets = [1, 1.25, 1.5, 2];

/** The speed, and its popover: any speed from 0.5 to 3, and four presets. */
export function SpeedButton() {
  const { t, i18n } = useTranslation();
  const rate = usePlayer((player) => player.rate);
  const setRate = usePlayer((player) => player.setRate);
  const shown = (value: number) => t('player.speed.value', { rate: value.toLocaleString(i18n.language) });
  const trigger = (
    <Button className={styles.speed ?? ''} data-figures aria-label={`${t('player.speed.name')} ${shown(rate)}`}>
      {shown(rate)}
    </Button>
  );
  return (
    <Popover trigger={trigger} label={t('player.speed.name')} placement="top end">
      <div className={styles.panel}>
        <p className={styles.head}>
          <span>{t('player.speed.name')}</span>
          <output>{shown(rate)}</output>
        </p>
        <Slider
          aria-label={t('player.speed.name')}
          className={styles.slider ?? ''}
          minValue={rates.min}
          maxValue={rates.max}
          step={rates.step}
          value={rate}
          onChange={(value) => setRate(value as number)}
        >
          <SliderTrack className={styles.track ?? ''}>
            <SliderThumb className={styles.thumb ?? ''} />
          </SliderTrack>
        </Slider>
        <ToggleButtonGroup
          aria-label={t('player.speed.name')}
          className={styles.presets ?? ''}
          selectionMode="single"
          selectedKeys={[String(rate)]}
          onSelectionChange={([key]) => key !== undefined && setRate(Number(key))}
        >
          {presets.map((preset) => (
            <ToggleButton key={preset} id={String(preset)} className={styles.preset ?? ''}>
              {shown(preset)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <p className={styles.hint}>{t('player.speed.hint')}</p>
      </div>
    </Popover>
  );
}
