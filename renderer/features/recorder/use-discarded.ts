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

/** Tells that the recording of a call was discarded, and brings it back if that is wanted. */
export function useTellDiscarded(): (call_id: string) => void {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const restore = (call_id: string) =>
    void api(restoreCall, { params: { call_id } })
      .then(() => toast(t('recorder.restored')))
      .catch((error: unknown) => toast(refusalText(error), 'note'))
      .then(() => refresh(changedByRecording));
  return (call_id) => toastUndo(t('recorder.discarded'), () => restore(call_id));
}

/** In the shell: what the user has discarded is told, and what could not be ended then is ended and removed later. */
export function useDiscarded(): void {
  const isOwner = useIsOwner();
  const discarding = useRecorder((state) => state.discarding);
  const discarded = useRecorder((state) => state.discarded);
  const tell = useTellDiscarded();
  useEffect(() => {
    if (!discarded || !isOwner) return;
    useRecorder.setState({ discarded: null });
    tell(discarded);
  }, [discarded, isOwner, tell]);
  useEffect(() => {
    if (!discarding || !isOwner) return;
    const timer = setInterval(() => void finishDiscard(), againMs);
    return () => clearInterval(timer);
  }, [discarding, isOwner]);
}
