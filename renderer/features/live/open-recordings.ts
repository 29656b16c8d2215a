import { removeCall } from '@shared/contract/call-removal';
import { closeRecording, listRecordings, muteCall, type OpenRecording } from '@shared/contract/recordings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { changedByRecording, recordingKeys } from '../../api/cache/recordings';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { toast } from '../../ui/toast';
import { resumeAfter, useShowDiscarded } from '../recorder';

/** How often an interrupted recording is read again. */
const interruptedMs = 2_000;

const started = ({ setup_time }: OpenRecording) => Date.parse(setup_time);

/** The recordings that are not closed, first started first. Their events refresh them (app/use-changes.ts). */
export const useOpenRecordings = () =>
  useQuery({
    queryKey: recordingKeys.open,
    queryFn: ({ signal }) => every(listRecordings, 'recordings', signal),
    // Its sender continues without an event.
    refetchInterval: ({ state }) => (state.data?.some(({ interrupted }) => interrupted) ? interruptedMs : false),
    select: (recordings) => recordings.toSorted((one, other) => started(one) - started(other)),
  });

/** Pauses the recording of a call for as long as the user has chosen, or resumes it. */
export const usePause = (call_id: string) =>
  useMutation({
    mutationFn: (action: 'mute' | 'unmute') => {
      const seconds = action === 'mute' ? resumeAfter() : undefined;
      return api(muteCall, { params: { call_id }, query: { action, ...(seconds && { resume_after: seconds }) } });
    },
    onSettled: () => refresh(changedByRecording),
  });

/** Ends a recording, and removes its call if it is to be discarded. */
export function useEnd({ recording_id, call_id }: OpenRecording) {
  const show = useShowDiscarded();
  const refusalText = useRefusalText();
  return useMutation({
    mutationFn: async (then: 'keep' | 'discard') => {
      await api(closeRecording, { params: { recording_id } });
      if (then === 'keep') return;
      // It is closed, and its row goes, whether or not the call can be removed.
      await api(removeCall, { params: { call_id } }).then(
        () => show(call_id),
        (error: unknown) => toast(refusalText(error), 'note'),
      );
    },
    onSettled: () => refresh(changedByRecording),
  });
}
