import { reason } from '@shared/reasons/reasons';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../api/machine';
import { isRefusal } from '../api/refusal';
import { useFormat } from './use-format';
import { useSaid } from './use-said';

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

/** The error in one sentence. */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  const say = useSaid();
  const diskText = useDiskText();
  return (error) => {
    if (isRefusal(error) && error.status < 400) return t('ui.noAnswer');
    if (!isRefusal(error) || error.said.text === '') return say({ text: '', reason: reason('internal_error') });
    return error.space ? diskText(error.space) : say(error.said);
  };
}
