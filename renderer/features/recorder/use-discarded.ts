import { restoreCall } from '@shared/contract/call-removal';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByRecording } from '../../api/cache/recordings';
import { refresh } from '../../core/query-client';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { toast, toastUndo } from '../../ui/toast';
import { finishDiscard } from './ending';
import { useRecorder } from './state';
import { useIsOwner } from './use-is-owner';

const againMs = 10_000;

/** Shows that the recording of a call was discarded, with a button that restores it. */
export function useShowDiscarded(): (call_id: string) => void {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const restore = (call_id: string) =>
    void api(restoreCall, { params: { call_id } })
      .then(() => toast(t('recorder.restored')))
      .catch((error: unknown) => toast(refusalText(error), 'note'))
      .then(() => refresh(changedByRecording));
  return (call_id) => toastUndo(t('recorder.discarded'), () => restore(call_id));
}

/** In the shell: shows what the user has discarded, and later ends and removes what could not be ended then. */
export function useDiscarded(): void {
  const isOwner = useIsOwner();
  const discarding = useRecorder((state) => state.discarding);
  const discarded = useRecorder((state) => state.discarded);
  const show = useShowDiscarded();
  useEffect(() => {
    if (!discarded || !isOwner) return;
    useRecorder.setState({ discarded: null });
    show(discarded);
  }, [discarded, isOwner, show]);
  useEffect(() => {
    if (!discarding || !isOwner) return;
    const timer = setInterval(() => void finishDiscard(), againMs);
    return () => clearInterval(timer);
  }, [discarding, isOwner]);
}
