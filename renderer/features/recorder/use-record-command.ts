import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useCommand } from '../../core/use-command';
import { useRecorder } from './state';
import { useIsOwner } from './use-is-owner';
import { useStart } from './use-start';

type Ways = {
  /** Shows the recording, or why there is none. */
  showLive: () => void;
  openCall: (call_id: string) => void;
};

/** In the shell: recording begins by key from any page, and a call that was recorded here opens at once. */
export function useRecordCommand({ showLive, openCall }: Ways): void {
  const { t } = useTranslation();
  const mayRecord = useHolds('calls:create');
  const phase = useRecorder((state) => state.phase);
  const ended = useRecorder((state) => state.ended);
  const isOwner = useIsOwner();
  const start = useStart();
  const begin = () => {
    showLive();
    void start();
  };
  useCommand(
    'record',
    mayRecord && phase === 'idle' ? begin : undefined,
    mayRecord ? undefined : t('recorder.mayNotRecord'),
  );
  const show = useEffectEvent(showLive);
  const open = useEffectEvent(openCall);
  useEffect(() => {
    if (!ended || !isOwner) return;
    if (ended.why) show();
    else {
      useRecorder.setState({ ended: null });
      open(ended.call_id);
    }
  }, [ended, isOwner]);
}
