import { useTranslation } from 'react-i18next';
import { presets } from './presets';
import './texts';

/** The colours that a `ColourField` offers by their names, and the label of where any other is typed. */
export function useColours() {
  const { t } = useTranslation();
  const named = presets.map(({ value, colour }) => ({ value, name: t(`form.colours.${colour}`) }));
  return { presets: named, typed: t('form.colours.typed') };
}
