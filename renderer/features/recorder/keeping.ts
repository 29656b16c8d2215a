import type { Block } from './pauses';
import { running } from './running';
import { showSound } from './sound';
import { useRecorder } from './state';

const { getState: state, setState: set } = useRecorder;

/**
 * Devices deliver sound late. After a resume, nothing is kept for this long (in s), so that the end of the pause is not
 * recorded.
 */
const latenessS = 0.2;

/** Drops what is captured from now on. */
export function dropFromNow(): void {
  const own = running();
  if (!own) return;
  own.pauses.begin(own.capture.frame());
  if (state().phase === 'recording') {
    own.trace.pause(0);
    set({ pausedAt: Date.now() });
  }
  set({ phase: 'paused', error: null });
}

/** Keeps what is captured from now on, late as the devices are. */
export function keepFromNow(): void {
  const own = running();
  if (!own) return;
  const { pausedAt, pauses } = state();
  own.unheard = undefined;
  own.pauses.end(own.capture.frame() + Math.round(latenessS * own.rate));
  const lengths = pausedAt === null ? pauses : [...pauses, Date.now() - pausedAt];
  set({ phase: 'recording', pausedAt: null, resumesAt: null, pauses: lengths, error: null });
}

/** Takes in what the devices have captured: sends what is kept of it, and shows how loud it is. */
export function take(block: Block): void {
  const own = running();
  if (!own) return;
  const { phase, pausedAt } = state();
  const { pauses, sender, trace, rate } = own;
  const kept = pauses.kept(block);
  for (const samples of kept) sender.add(samples);
  const frames = kept.reduce((sum, { length }) => sum + length, 0) / block.peaks.length;
  own.keptFrames += frames;
  if (frames > 0) trace.add(frames, block.peaks, pausedAt !== null);
  if (pausedAt !== null) trace.pause(Date.now() - pausedAt);
  const peaks = phase === 'recording' ? block.peaks : block.peaks.map(() => 0);
  showSound(Date.now(), peaks, { keptMs: (own.keptFrames * 1000) / rate, trace: trace.all });
}
