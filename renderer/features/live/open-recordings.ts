import { listRecordings, muteCall, type OpenRecording } from '@shared/contract/recordings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { changedByRecording, recordingKeys } from '../../api/cache/recordings';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';

const started = ({ setup_time }: OpenRecording) => Date.parse(setup_time);

/** The recordings that are not closed, first started first. Their events refresh them (app/use-changes.ts). */
export const useOpenRecordings = () =>
  useQuery({
    queryKey: recordingKeys.open,
    queryFn: ({ signal }) => every(listRecordings, 'recordings', signal),
    select: (recordings) => recordings.toSorted((one, other) => started(one) - started(other)),
  });

/** Pauses the recording of a call, or resumes it. */
export const usePause = (call_id: string) =>
  useMutation({
    mutationFn: (action: 'mute' | 'unmute') => api(muteCall, { params: { call_id }, query: { action } }),
    onSettled: () => refresh(changedByRecording),
  });
