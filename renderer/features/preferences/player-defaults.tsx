import { useTranslation } from 'react-i18next';
import { useSteps } from '../../core/player-steps';
import { FieldRow } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { SelectField } from '../../ui/select-field';
import { Switch } from '../../ui/switch';
import { usePlayer } from '../player';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const volumes = [25, 50, 75, 100, 125, 150, 175, 200];
const longSteps = [5, 10, 15, 20, 30, 60];
const shortSteps = [2, 3, 5, 10];

/** The choices, with a current value that is not among them. */
const withCurrent = (values: readonly number[], current: number) =>
  [...new Set([...values, current])].sort((a, b) => a - b);

/** How calls are heard, from the next one on: the same as in the player. */
export function PlayerDefaults() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { rate, setRate, volume, setVolume, skips_silence, setSkipsSilence } = usePlayer();
  const { long_s, short_s } = useSteps();
  const numbers = (values: readonly number[], current: number, nameOf: (value: number) => string) =>
    withCurrent(values, current).map((value) => ({ id: String(value), name: nameOf(value) }));
  const seconds = (value: number) => t('preferences.seconds', { seconds: value });
  const percent = Math.round(volume * 100);
  return (
    <>
      <FieldRow>
        <SelectField
          label={t('preferences.speed')}
          value={String(rate)}
          onChange={(id) => setRate(Number(id))}
          choices={numbers(rates, rate, (value) =>
            t('preferences.speedValue', { rate: value.toLocaleString(i18n.language) }),
          )}
        />
        <SelectField
          label={t('preferences.volume')}
          value={String(percent)}
          onChange={(id) => setVolume(Number(id) / 100)}
          choices={numbers(volumes, percent, format.percent)}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={t('preferences.longStep')}
          value={String(long_s)}
          onChange={(id) => useSteps.setState({ long_s: Number(id) })}
          choices={numbers(longSteps, long_s, seconds)}
        />
        <SelectField
          label={t('preferences.shortStep')}
          value={String(short_s)}
          onChange={(id) => useSteps.setState({ short_s: Number(id) })}
          choices={numbers(shortSteps, short_s, seconds)}
        />
      </FieldRow>
      <Switch label={t('preferences.silence')} value={skips_silence} onChange={setSkipsSilence} />
    </>
  );
}
