import type { Call } from '@shared/contract/calls';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRested } from '../../ui/use-rested';
import { type Loudness, perSecond, separatesSpeakers, tracksOf, useDrawing } from '../player';
import { percentOf } from './percent';
import { Section } from './section';
import styles from './who-spoke.module.css';

const none: [] = [];
const order = ['agent', 'silence', 'customer', 'overlap'] as const;

/** How the time was shared, if each speaker has a channel or a file. Waits until the selection rests. */
export function WhoSpoke({ call }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mayListen = useHolds('calls:playback');
  const isRested = useRested(call.call_id, 250) === call.call_id;
  const tracks = useMemo(() => tracksOf(call), [call]);
  const hasBoth = mayListen && separatesSpeakers(tracks);
  const { drawing, failed } = useDrawing(call.call_id, hasBoth && isRested ? tracks : none);
  const speaking = useMemo(() => drawing && speakingOf(drawing.lanes.map(({ loudness }) => loudness)), [drawing]);
  // Its space is reserved while the peaks load, so that nothing below moves.
  if (!speaking && hasBoth && !failed)
    return (
      <Section title={t('call.whoSpoke')} note={t('call.fromWaveform')}>
        <div className={styles.waiting} aria-busy="true" />
      </Section>
    );
  if (!speaking) return null;
  return (
    <Section title={t('call.whoSpoke')} note={t('call.fromWaveform')}>
      <div className={styles.bar} aria-hidden="true">
        {(['agent', 'customer', 'overlap', 'silence'] as const).map(
          (speaker) =>
            speaking[speaker] > 0 && <i key={speaker} data-speaker={speaker} style={{ flexGrow: speaking[speaker] }} />,
        )}
      </div>
      <dl className={styles.legend}>
        {order.map((speaker) => (
          <div key={speaker} className={styles.entry}>
            <i data-speaker={speaker} aria-hidden="true" />
            <dt>{t(`call.speaking.${speaker}`)}</dt>
            <dd>{format.percent(speaking[speaker])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** The shares of a call's time by speaker, in whole percent that add up to 100. */
type Speaking = { agent: number; customer: number; overlap: number; silence: number };

/**
 * Where a voice is heard: louder than an eighth of the channel's loud moments and at least 3 %. Pauses between words of
 * up to 0.4 s belong to the voice.
 */
function voiceOf(levels: Loudness): Uint8Array {
  const loud = [...levels].sort((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const threshold = Math.max(0.03, loud / 8);
  const voice = new Uint8Array(levels.length);
  const pause = Math.round(0.4 * perSecond);
  let last = -1;
  levels.forEach((level, at) => {
    if (level < threshold) return;
    if (last >= 0 && at - last <= pause) voice.fill(1, last, at);
    voice[at] = 1;
    last = at;
  });
  return voice;
}

/** Who spoke, by channel: the first is the agent. Null for one channel, in which speakers cannot be distinguished. */
function speakingOf(channels: readonly Loudness[]): Speaking | null {
  const [agent, customer] = channels.map(voiceOf);
  if (!agent || !customer) return null;
  const length = Math.max(agent.length, customer.length);
  if (length === 0) return null;
  const counts = { agent: 0, customer: 0, overlap: 0, silence: 0 };
  for (let at = 0; at < length; at++)
    counts[agent[at] ? (customer[at] ? 'overlap' : 'agent') : customer[at] ? 'customer' : 'silence']++;
  return percentOf(counts);
}
