import type { OpenRecording } from '@shared/contract/recordings';
import { useTranslation } from 'react-i18next';
import { useCall } from '../call';
import { agentOf, partyText } from '../parties';
import { Lanes } from '../recorder';
import { useLevels } from './levels';

type Props = {
  recording: OpenRecording;
  keptMs: number;
  /** The length of the pause under way, as the row shows it. */
  pausedMs: number | undefined;
};

/** The last minute and a half of a recording that another program sends, by its sides. */
export function RecordingLanes({ recording: { recording_id, call_id, status }, keptMs, pausedMs }: Props) {
  const { t } = useTranslation();
  const { data: call } = useCall(call_id);
  const { data: levels } = useLevels(recording_id);
  const agent = (call && partyText(agentOf(call))) ?? t('live.agent');
  const names = levels?.channels === 1 ? [t('recorder.both')] : [agent, t('recorder.caller')];
  const isLive = status === 'recording' && (levels?.is_sending ?? false);
  const last = levels?.marks.at(-1);
  const peaks = isLive && last && 'peaks' in last ? last.peaks : [];
  const sides = names.map((name, channel) => ({ name, peak: peaks[channel] ?? 0 }));
  // The last mark of the service is a little older than the row.
  const marks = levels?.marks ?? [];
  const trace =
    pausedMs !== undefined && last && 'paused_ms' in last ? marks.with(-1, { paused_ms: Math.round(pausedMs) }) : marks;
  return <Lanes sides={sides} trace={trace} keptMs={keptMs} live={isLive} size="small" />;
}
