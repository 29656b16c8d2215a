import { useEffect, useEffectEvent } from 'react';
import { changedByCalibration } from '../api/cache/calibrations';
import { callKeys, changedByRemoval } from '../api/cache/calls';
import { followedEvaluations } from '../api/cache/evaluations';
import { importKeys } from '../api/cache/imports';
import { noteKeys } from '../api/cache/notes';
import { changedByNotice } from '../api/cache/notices';
import { recordingKeys } from '../api/cache/recordings';
import { follow } from '../api/follow';
import { noticeRefusal, refresh } from '../core/query-client';
import { useHolds } from '../core/session';
import { useTakeInCall } from '../features/call';
import { useTakeInImport } from '../features/imports';
import { useTellNotice } from '../features/notices';
import { hear } from '../features/recorder';

const refreshMs = 2_000;

/** Refetches visible data: at once, and then every two seconds while changes continue. */
function refresher(keys: Parameters<typeof refresh>[0]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const now = () => {
    isDue = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) now();
    }, refreshMs);
    void refresh(keys);
  };
  const soon = () => {
    if (timer) isDue = true;
    else now();
  };
  return { now, soon, stop: () => clearTimeout(timer) };
}

/** Shows changes as they happen, wherever they are made: in this window, in another tool, or at the command line. */
export function useChanges(): void {
  const mayFollow = useHolds('calls:view');
  const takeInCall = useEffectEvent(useTakeInCall());
  const takeInImport = useEffectEvent(useTakeInImport());
  const tell = useEffectEvent(useTellNotice());
  useEffect(() => {
    if (!mayFollow) return;
    const calls = refresher([callKeys.all]);
    const evaluations = refresher(followedEvaluations);
    const stop = follow({
      onCall: ({ call_id, change }) => {
        if (change === 'changed') takeInCall(call_id);
        calls.soon();
        // A recording begins with its call.
        if (change === 'created') void refresh([recordingKeys.open]);
      },
      onRecording: (event) => {
        hear(event);
        takeInCall(event.call_id);
        void refresh([recordingKeys.open, recordingKeys.ended]);
      },
      onNote: ({ call_id }) => void refresh([noteKeys.ofCall(call_id)]),
      onEvaluation: evaluations.soon,
      onCalibration: () => void refresh([...changedByCalibration, ...followedEvaluations]),
      onNotice: (event) => {
        void refresh(changedByNotice);
        void tell(event).catch(noticeRefusal);
      },
      onImport: (now) => {
        takeInImport(now);
        if (now.finished_at !== null) calls.now();
      },
      onReset: () =>
        void refresh([
          noteKeys.all,
          importKeys.all,
          recordingKeys.open,
          recordingKeys.ended,
          ...changedByRemoval,
          ...followedEvaluations,
          ...changedByNotice,
        ]),
    });
    return () => {
      calls.stop();
      evaluations.stop();
      stop();
    };
  }, [mayFollow]);
}
