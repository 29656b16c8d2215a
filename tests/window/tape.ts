import type { Page } from '@playwright/test';

/** Recorded output of the window, by ear. */
export type Tape = { rate: number; left: Float32Array; right: Float32Array };

/**
 * Tapes what the window gives to the sound card. Reloads the page, so that its only AudioContext is created while the
 * tape is in place.
 */
export async function tapeOf(page: Page): Promise<{ start: () => Promise<void>; stop: () => Promise<Tape> }> {
  await page.addInitScript(() => {
    const connect = AudioNode.prototype.connect as (
      this: AudioNode,
      to: AudioNode | AudioParam,
      output?: number,
    ) => AudioNode;
    const tape = { isOn: false, rate: 0, ears: [[], []] as Float32Array[][] };
    let tap: ScriptProcessorNode | undefined;
    const tapped: typeof connect = function (to, ...rest) {
      if (to instanceof AudioDestinationNode && this !== tap) {
        if (!tap) {
          tap = to.context.createScriptProcessor(1024, 2, 2);
          tape.rate = to.context.sampleRate;
          tap.onaudioprocess = ({ inputBuffer }) => {
            if (tape.isOn) for (const ear of [0, 1]) tape.ears[ear]?.push(inputBuffer.getChannelData(ear).slice());
          };
          connect.call(tap, to);
        }
        connect.call(this, tap);
      }
      return connect.call(this, to, ...rest);
    };
    AudioNode.prototype.connect = tapped as AudioNode['connect'];
    Object.assign(window, { tape });
  });
  await page.reload();
  type Taping = { tape: { isOn: boolean; rate: number; ears: Float32Array[][] } };
  return {
    start: () =>
      page.evaluate(() => {
        const { tape } = window as unknown as Taping;
        tape.ears = [[], []];
        tape.isOn = true;
      }),
    stop: async () => {
      const { rate, ears } = await page.evaluate(() => {
        const { tape } = window as unknown as Taping;
        tape.isOn = false;
        // Sixteen bits are enough for 96 dB, and quick to hand over.
        const ears = tape.ears.map((parts) =>
          parts.flatMap((part) => Array.from(part, (value) => Math.round(value * 32_767))),
        );
        return { rate: tape.rate, ears };
      });
      const [left = new Float32Array(), right = new Float32Array()] = ears.map((ear) =>
        Float32Array.from(ear, (value) => value / 32_767),
      );
      return { rate, left, right };
    },
  };
}

/** The level of one frequency in dB, of full scale. A window keeps it apart from others. */
export function levelOf(sound: Float32Array, hz: number, rate: number): number {
  let [re, im, weight] = [0, 0, 0];
  for (const [at, value] of sound.entries()) {
    const share = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / sound.length);
    const angle = (2 * Math.PI * hz * at) / rate;
    re += share * value * Math.cos(angle);
    im += share * value * Math.sin(angle);
    weight += share;
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / weight + 1e-9);
}

/**
 * The lower quartile of the levels in pieces of a fifth of a second. A gap on a busy machine spreads a tone over other
 * frequencies in its piece, and what is really heard is in all of them.
 */
export function steadyLevelOf(sound: Float32Array, hz: number, rate: number): number {
  const piece = Math.round(rate / 5);
  const count = Math.floor(sound.length / piece);
  const levels = Array.from({ length: count }, (_, at) =>
    levelOf(sound.subarray(at * piece, (at + 1) * piece), hz, rate),
  );
  return levels.sort((one, other) => one - other)[Math.floor(count / 4)] ?? Number.NaN;
}

/** The strongest frequency within a range, to half a hertz. */
export function strongestIn(sound: Float32Array, [low, high]: [number, number], rate: number): number {
  const all = Array.from({ length: 2 * (high - low) + 1 }, (_, at) => low + at / 2);
  const levels = all.map((hz) => levelOf(sound, hz, rate));
  return all[levels.indexOf(Math.max(...levels))] ?? Number.NaN;
}

/** The lengths of the stretches in ms in which a frequency is heard, found in pieces of 4 ms. */
export function stretchesOf(sound: Float32Array, hz: number, rate: number): number[] {
  const piece = Math.round(0.004 * rate);
  const lengths: number[] = [];
  let run = 0;
  for (let at = 0; at + piece <= sound.length; at += piece) {
    const isHeard = levelOf(sound.subarray(at, at + piece), hz, rate) > -30;
    if (isHeard) run += 4;
    else if (run > 0) lengths.push(run);
    if (!isHeard) run = 0;
  }
  return run > 0 ? [...lengths, run] : lengths;
}
