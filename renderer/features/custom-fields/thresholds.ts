import type { IntegerSettings } from '@shared/contract/custom-fields';
import { type Threshold, thresholdOf } from '../../core/thresholds';

/** At most this many values are drawn one by one. */
const maxDrawn = 200;

/** A part of the range with one threshold, and its share of the range. */
export type Part = { from: number; to: number; share: number; threshold: Threshold | undefined };

/** The range of a number in parts, each with the threshold that names it; empty without both ends. */
export function partsOf({ int_min, int_max, fieldset_thresholds: { thresholds } }: IntegerSettings): Part[] {
  if (int_min === null || int_max === null || !(int_max >= int_min)) return [];
  const count = Math.min(maxDrawn, int_max - int_min + 1);
  const step = count === 1 ? 0 : (int_max - int_min) / (count - 1);
  const parts: Part[] = [];
  for (let n = 0; n < count; n++) {
    const value = Math.round(int_min + n * step);
    const threshold = thresholdOf(value, thresholds);
    const last = parts.at(-1);
    if (last && last.threshold === threshold) Object.assign(last, { to: value, share: last.share + 1 / count });
    else parts.push({ from: value, to: value, share: 1 / count, threshold });
  }
  return parts;
}
