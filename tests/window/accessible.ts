import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8');

const rules = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  contrast: { type: 'rule', values: ['color-contrast'] },
} as const;

/** Expects no violations of WCAG 2.2 A and AA on the current page, or of its rules about contrast only. */
export async function expectAccessible(page: Page, about: keyof typeof rules = 'all'): Promise<void> {
  const { type, values } = rules[about];
  expect(await violationsOn(page, { runOnly: { type, values: [...values] } })).toEqual([]);
}

/** What axe-core finds on a page, except in the parts with these selectors. */
export async function violationsOn(page: Page, options: axe.RunOptions = {}, except: string[] = []) {
  // A page keeps axe-core until it is loaded again. Compiling it takes as long as checking a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([options, exclude]) => {
      // Colours that are still changing are those of no state. The end of one change can begin another: an element
      // follows the colour that it inherits. A new theme reaches scripts with the next frame.
      const running = () =>
        document.getAnimations().filter(({ playState, effect }) => {
          return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        });
      const nextFrame = () => new Promise(requestAnimationFrame);
      await nextFrame();
      await nextFrame();
      for (let changes = running(); changes.length > 0; changes = running()) {
        await Promise.allSettled(changes.map(({ finished }) => finished));
        await nextFrame();
      }
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run({ exclude }, { ...options, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
    },
    [options, except] as const,
  );
}
