import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, setUp, test } from './launch';

const fileIn = (dataFolder: string) => join(dataFolder, 'window', 'window.json');

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
  prepare: async ({}, use) =>
    use((dataFolder) => {
      mkdirSync(join(dataFolder, 'window'), { recursive: true });
      const settings = {
        port: 'none',
        bounds: 5,
        updates: { mode: 'install', place: 'https://example.com', newest: null },
        preferences: { theme: 'dark', language: 'de', later: 1 },
        later: [1],
      };
      writeFileSync(fileIn(dataFolder), JSON.stringify(settings));
    }),
});

test.describe('at the first start', () => {
  test.use({ calls: null });

  test('an invalid setting is treated as missing, and the others are kept', async ({ earshot, restart }) => {
    await setUp(earshot);
    await expect(earshot.page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(earshot.page.locator('html')).toHaveAttribute('data-theme', 'dark');

    const { page } = await restart();

    await expect(page.getByLabel('Anmeldename')).toBeVisible();
    const { bounds, preferences, later } = JSON.parse(readFileSync(fileIn(earshot.dataFolder), 'utf8'));
    expect(preferences).toMatchObject({ theme: 'dark', language: 'de' });
    expect(bounds).toMatchObject({ maximized: false });
    // A value that a newer Earshot may have written.
    expect(later).toEqual([1]);
  });
});
