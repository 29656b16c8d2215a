import { useTranslation } from 'react-i18next';

/**
 * A sentence of the contract or the service, which write English: as it came in English, else by the words under
 * `messages`; undefined where there are none. `word` names a sentence that holds values, as the service does.
 */
export function useKnownMessage(): (text: string | null | undefined, word?: string | null) => string | undefined {
  const { t, i18n } = useTranslation();
  return (text, word) => {
    if (!text || i18n.language === 'en') return text || undefined;
    return (
      t(`messages.${(word ?? text).replaceAll('.', '')}` as never, { nsSeparator: false, defaultValue: '' }) ||
      undefined
    );
  };
}
