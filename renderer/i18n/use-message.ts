import { useTranslation } from 'react-i18next';
import { isRefusal } from '../api/refusal';

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

/** The same; one we have no words for stays as it came. */
export function useMessage(): (text: string | undefined) => string | undefined {
  const known = useKnownMessage();
  return (text) => known(text) ?? text;
}

/** What went wrong, in one sentence: the service's own where the language has it, else by the kind of refusal. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const known = useKnownMessage();
  return (error) => {
    if (!isRefusal(error)) return t('refusals.InternalError');
    if (error.status === 0) return t('ui.noAnswer');
    return known(error.explanation) ?? t(`refusals.${error.error}`, { seconds: error.retry_after ?? 1 });
  };
}
