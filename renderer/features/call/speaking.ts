import { type Loudness, perSecond } from '../player';
import { percentOf } from './percent';

/** The shares of a call's time by speaker, in whole percent that add up to 100. */
export type Speaking = { agent: number; customer: number; overlap: number; silence: number };

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
export function speakingOf(channels: readonly Loudness[]): Speaking | null {
  const [agent, customer] = channels.map(voiceOf);
  if (!agent || !customer) return null;
  const length = Math.max(agent.length, customer.length);
  if (length === 0) return null;
  const counts = { agent: 0, customer: 0, overlap: 0, silence: 0 };
  for (let at = 0; at < length; at++)
    counts[agent[at] ? (customer[at] ? 'overlap' : 'agent') : customer[at] ? 'customer' : 'silence']++;
  return percentOf(counts);
}
