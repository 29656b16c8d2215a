import type { Mark } from '@shared/contract/recordings';
import { create } from 'zustand';

type Sound = {
  /** The peaks of the channels in the last moment, from 0 to 1. */
  levels: readonly number[];
  /** The kept length of the recording, in ms. */
  keptMs: number;
  /** Since when each channel has been silent, as a time in ms; null while it is heard. */
  quietSince: readonly (number | null)[];
  trace: readonly Mark[];
};

const silence: Sound = { levels: [], keptMs: 0, quietSince: [], trace: [] };

/** State that changes many times a second while sound is captured. */
export const useSound = create<Sound>()(() => silence);

/** Below this peak, nobody is heard. */
const quiet = 0.01;
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

let shownAt = 0;
let peaks: number[] = [];

export function forgetSound(): void {
  useSound.setState(silence);
  shownAt = 0;
  peaks = [];
}

/** Shows the levels of a block, and what is kept: ten times a second, or four with reduced motion. */
export function showSound(now: number, block: readonly number[], kept: Pick<Sound, 'keptMs' | 'trace'>): void {
  peaks = block.map((peak, channel) => Math.max(peak, peaks[channel] ?? 0));
  if (now - shownAt < (calm.matches ? 250 : 90)) return;
  const before = useSound.getState().quietSince;
  const quietSince = peaks.map((peak, channel) => (peak >= quiet ? null : (before[channel] ?? now)));
  useSound.setState({ ...kept, levels: peaks, quietSince });
  shownAt = now;
  peaks = [];
}
