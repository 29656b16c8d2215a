import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Earshot, expect } from './launch';

/** The deck, as a user sees and uses it. */
export class Deck {
  readonly element: Locator;
  readonly notice: Locator;
  readonly position: Locator;

  constructor(private readonly page: Page) {
    this.element = page.getByRole('group', { name: 'Player' });
    this.notice = this.element.getByRole('alert');
    this.position = this.element.getByRole('slider', { name: 'Position' });
  }

  button(name: string): Locator {
    return this.element.getByRole('button', { name, exact: true });
  }

  /** The position and length on its clock, in seconds. */
  async clock(): Promise<{ at: number; of: number }> {
    const text = await this.element.getByRole('timer').innerText();
    const [at = Number.NaN, of = Number.NaN] = text.split('/').map((time) =>
      time
        .trim()
        .split(':')
        .reduce((seconds, part) => 60 * seconds + Number(part), 0),
    );
    return { at, of };
  }

  /** Seeks to a share of the call, like a click on the lanes. */
  async goTo(share: number): Promise<void> {
    // Replaced when the length of another recording arrives, and in that moment without a place on the page.
    const boxes: { x: number; y: number; width: number; height: number }[] = [];
    await expect
      .poll(async () => {
        const box = await this.position.boundingBox();
        if (box) boxes.push(box);
        return boxes.length;
      })
      .toBeGreaterThan(0);
    const [box] = boxes;
    if (!box) throw new Error('The seek bar is not on the page.');
    await this.page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
  }

  async press(key: string): Promise<void> {
    await this.position.focus();
    await this.page.keyboard.press(key);
  }
}

/** Imports files and waits for the end: content by name, in a new folder. */
export async function bringIn(earshot: Earshot, files: Record<string, Buffer | string>): Promise<void> {
  const { page, choose } = earshot;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-in-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await choose([folder]);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Import \d+ calls?$/ })
    .click();
  const status = () =>
    page.evaluate(async () => (await (await fetch('/api/v2/imports.json')).json()).imports[0]?.status as string);
  await expect.poll(status).toBe('done');
  rmSync(folder, { recursive: true });
  await page.reload();
}

/** Changes some bytes of the only recording in an archive, at this share of its length. Returns its path, and a repair. */
export function damage(dataFolder: string, share: number): { path: string; repair: () => void } {
  const all = readdirSync(join(dataFolder, 'audio'), { recursive: true, withFileTypes: true });
  const stored = all.find((entry) => entry.isFile() && entry.name.endsWith('.cra'));
  if (!stored) throw new Error('There is no recording in the archive.');
  const path = join(stored.parentPath, stored.name);
  const whole = readFileSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(64, 7), 0, 64, Math.round(statSync(path).size * share));
  closeSync(file);
  return { path, repair: () => writeFileSync(path, whole) };
}

/** The strongest frequency in each ear in Hz, null if there is no sound. */
type Heard = { left: number | null; right: number | null };

/** What was heard since the last `restart`. The page samples it, because a tone may be over when the test looks. */
export type Listening = { restart: () => Promise<void>; heard: () => Promise<Heard[]> };

/**
 * Listens to the window's audio output. Reloads the page, so that its only AudioContext is created while somebody
 * listens.
 */
export async function listenTo(page: Page): Promise<Listening> {
  await page.addInitScript(() => {
    const connect = AudioNode.prototype.connect as (
      this: AudioNode,
      to: AudioNode | AudioParam,
      output?: number,
    ) => AudioNode;
    const ears: Record<string, AnalyserNode> = {};
    const tapped: typeof connect = function (to, ...rest) {
      if (to instanceof AudioDestinationNode) {
        const { context } = to;
        if (!ears.left) {
          const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
          for (const [output, side] of ['left', 'right'].entries()) {
            const ear = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
            connect.call(splitter, ear, output);
            ears[side] = ear;
          }
          Object.assign(window, { splitter });
        }
        connect.call(this, (window as unknown as { splitter: AudioNode }).splitter);
      }
      return connect.call(this, to, ...rest);
    };
    AudioNode.prototype.connect = tapped as AudioNode['connect'];
    const strongest = (ear: AnalyserNode | undefined): number | null => {
      if (!ear) return null;
      const levels = new Float32Array(ear.frequencyBinCount);
      ear.getFloatFrequencyData(levels);
      const peak = levels.reduce((best, level, bin) => (level > (levels[best] ?? 0) ? bin : best), 0);
      return (levels[peak] ?? -1000) < -60 ? null : (peak * ear.context.sampleRate) / ear.fftSize;
    };
    const heard: Heard[] = [];
    setInterval(() => heard.push({ left: strongest(ears.left), right: strongest(ears.right) }), 50);
    Object.assign(window, { heard });
  });
  await page.reload();
  type Hearing = { heard: Heard[] };
  return {
    restart: () =>
      page.evaluate(() => {
        (window as unknown as Hearing).heard.length = 0;
      }),
    heard: () => page.evaluate(() => (window as unknown as Hearing).heard),
  };
}

/** Waits until these are heard one after the other from now on, with the nearest tone in each ear. */
export async function expectHeard({ restart, heard }: Listening, ...wanted: Heard[]): Promise<void> {
  const near = (hz: number | null) => (hz === null ? null : Math.round(hz / 50) * 50);
  await restart();
  await expect
    .poll(
      async () => {
        const found: Heard[] = [];
        for (const { left, right } of await heard()) {
          const next = wanted[found.length];
          if (next && near(left) === next.left && near(right) === next.right) found.push(next);
        }
        return found;
      },
      // What the test does next may have to be done before the tone is over.
      { intervals: [100] },
    )
    .toEqual(wanted);
}

/** Expects a button that cannot be used to have no fill and to show the reason. */
export async function expectOff({ page }: Earshot, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  // Two moves, like those of a real mouse, because the first one only announces a mouse.
  await page.mouse.move(0, 0);
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText(reason);
  await expect(button).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
}
