import { useTranslation } from 'react-i18next';
import sentences from './service-sentences.de.json';

const german: Record<string, string | undefined> = sentences;

/**
 * Translates a sentence of the contract or the service, which are in English: unchanged in English, otherwise by the
 * translations beside this file; undefined if there is none. `word` identifies a sentence with values, as the service
 * does.
 */
export function useKnownMessage(): (text: string | null | undefined, word?: string | null) => string | undefined {
  const { i18n } = useTranslation();
  return (text, word) =>
    !text || i18n.language === 'en' ? text || undefined : german[(word ?? text).replaceAll('.', '')];
}
