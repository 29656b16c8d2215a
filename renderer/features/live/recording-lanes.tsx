import type { OpenRecording } from '@shared/contract/recordings';
import { useTranslation } from 'react-i18next';
import { useCall } from '../call';
import { agentOf, partyText } from '../parties';
import { Lanes } from '../recorder';
import { useLevels } from './levels';

type Props = { recording: OpenRecording; keptMs: number };

/** The last minute and a half of a recording that another program sends, by its sides. */
export function RecordingLanes({ recording: { recording_id, call_id, status }, keptMs }: Props) {
  const { t } = useTranslation();
  const { data: call } = useCall(call_id);
  const { data: levels } = useLevels(recording_id);
  const agent = (call && partyText(agentOf(call))) ?? t('live.agent');
  const names = levels?.channels === 1 ? [t('recorder.both')] : [agent, t('recorder.caller')];
  const isLive = status === 'recording' && (levels?.is_sending ?? false);
  const last = levels?.marks.at(-1);
  const peaks = isLive && last && 'peaks' in last ? last.peaks : [];
  const sides = names.map((name, channel) => ({ name, peak: peaks[channel] ?? 0 }));
  return <Lanes sides={sides} trace={levels?.marks ?? []} keptMs={keptMs} live={isLive} size="small" />;
}
