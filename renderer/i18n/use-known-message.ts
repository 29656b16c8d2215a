import { useTranslation } from 'react-i18next';
import sentences from './service-sentences.de.json';

const german: Record<string, string | undefined> = sentences;

/**
 * A sentence of the contract or the service, which write English: as it came in English, else by the sentences beside
 * this file; undefined where there are none. `word` names a sentence that holds values, as the service does.
 */
export function useKnownMessage(): (text: string | null | undefined, word?: string | null) => string | undefined {
  const { i18n } = useTranslation();
  return (text, word) =>
    !text || i18n.language === 'en' ? text || undefined : german[(word ?? text).replaceAll('.', '')];
}
