import { useTranslation } from 'react-i18next';
import { useMachine } from '../api/machine';
import { isRefusal } from '../api/refusal';
import { useFormat } from './use-format';
import { useKnownMessage } from './use-known-message';

/**
 * A sentence of the contract or the service in the user's language. A sentence without a translation stays in English.
 */
export function useMessage(): (text: string | undefined) => string | undefined {
  const known = useKnownMessage();
  return (text) => known(text) ?? text;
}

/** Which disk is full, the needed space, and what to do. */
export function useDiskText(): (space: { needed_bytes?: number | null; free_bytes?: number | null }) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const folder = useMachine().data?.data_folder ?? 'Earshot';
  return ({ needed_bytes, free_bytes }) =>
    needed_bytes != null && free_bytes != null && needed_bytes > free_bytes
      ? t('disk.short', { folder, needed: format.bytes(needed_bytes), free: format.bytes(free_bytes) })
      : t('disk.full', { folder });
}

/** An error in one sentence: the service's own if it is available in the language, otherwise by the kind of refusal. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const known = useKnownMessage();
  const diskText = useDiskText();
  return (error) => {
    if (!isRefusal(error)) return t('refusals.InternalError');
    if (error.status === 0) return t('ui.noAnswer');
    if (error.error === 'InsufficientStorage') {
      const { needed_bytes, free_bytes } = error.details;
      return diskText({ needed_bytes: Number(needed_bytes), free_bytes: Number(free_bytes) });
    }
    return known(error.explanation) ?? t(`refusals.${error.error}`, { seconds: error.retry_after ?? 1 });
  };
}
