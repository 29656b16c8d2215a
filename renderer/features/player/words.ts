import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import de from '../../i18n/player.de.json';
import en from '../../i18n/player.en.json';

/** The player's own words, by their dotted key in `i18n/player.en.json`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

function addWords(): void {
  i18next.addResourceBundle('en', 'player', en);
  i18next.addResourceBundle('de', 'player', de);
}
if (i18next.isInitialized) addWords();
else i18next.on('initialized', addWords);

/** `t` for the namespace `player`, which is not among the typed ones of the shell. */
export function useWords(): { t: Translate; language: string } {
  const { t, i18n } = useTranslation('player' as never);
  return { t: t as unknown as Translate, language: i18n.language };
}
