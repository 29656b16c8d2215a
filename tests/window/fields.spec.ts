import { resolve } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { commandFor, expect, expectAccessible, setTheme, startElectron } from './launch';

type Shown = { lang?: 'en' | 'de'; long?: boolean; readOnly?: boolean; refuses?: Record<string, string> };

/** What the page sent, in turn. */
type Sent = { page: Page; show: (shown?: Shown) => Promise<void>; sent: () => Promise<unknown[]> };

const test = base.extend<object, { fields: Sent }>({
  fields: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures taken apart
    async ({}, use) => {
      const { script, style } = await built();
      const app = await startElectron(commandFor(resolve('tests/window/fields/main.cjs'))[1]);
      const page = await app.firstWindow();
      const show = async ({ lang = 'en', long, readOnly, refuses }: Shown = {}) => {
        await page.goto('about:blank');
        await page.setContent(`<!doctype html><html lang="${lang}"><title>Fields</title><body></body></html>`);
        await page.evaluate(
          ({ long, readOnly, refuses }) => {
            if (long) document.documentElement.dataset.long = '';
            if (readOnly) document.documentElement.dataset.readonly = '';
            const sent: unknown[] = [];
            const answer = refuses ? { error: 'InvalidRecord', explanation: '', details: refuses } : {};
            const fetch = async (_: string, { body }: { body: string }) => {
              sent.push(JSON.parse(body));
              return Response.json(answer, { status: refuses ? 422 : 200 });
            };
            Object.assign(window, { sent, fetch, earshot: { onLocked: () => {} } });
          },
          { long, readOnly, refuses },
        );
        await page.addStyleTag({ content: style });
        await page.addScriptTag({ content: script, type: 'module' });
        await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
      };
      await use({ page, show, sent: () => page.evaluate(() => (window as unknown as { sent: unknown[] }).sent) });
      await app.close();
    },
    { scope: 'worker' },
  ],
});

/** The page and its styles, each in one piece. */
async function built(): Promise<{ script: string; style: string }> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    root: resolve('.'),
    resolve: { alias: { '@shared': resolve('shared') } },
    plugins: [react()],
    build: {
      write: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      cssCodeSplit: false,
      rolldownOptions: { input: resolve('tests/window/fields/page.tsx') },
    },
  })) as Rolldown.RolldownOutput;
  const text = (kind: string) =>
    output.map((part) =>
      !part.fileName.endsWith(kind) ? '' : part.type === 'chunk' ? part.code : String(part.source),
    );
  return { script: text('.js').join('\n'), style: text('.css').join('\n') };
}

const look = async (page: Page, name: string) => {
  const folder = process.env.EARSHOT_FIELD_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a field says its name, what it takes and what is wrong, in both themes', async ({ fields }) => {
  const { page, show } = fields;
  await page.setViewportSize({ width: 1280, height: 1000 });
  await show();
  await expect(box(page, 'Name')).toHaveAccessibleDescription('As it is shown');
  await expect(box(page, 'Count')).toHaveAccessibleDescription('From 0 to 5');
  for (const name of ['Name', 'Password', 'Count'])
    await expect(box(page, name), name).toHaveAttribute('aria-required', 'true');
  await expect(box(page, 'Description')).not.toHaveAttribute('aria-required');
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
    await look(page, `fields-${theme}`);
  }

  await box(page, 'Count').fill('seven');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(box(page, 'Name')).toBeFocused();
  const wrong = { Name: 'Required', Password: 'Required', Count: 'Enter a whole number' };
  for (const [name, message] of Object.entries(wrong))
    await expect(box(page, name), name).toHaveAccessibleDescription(message);
  await expect(page.getByRole('group', { name: 'Directions' })).toHaveAccessibleDescription('Required');
  await expect(page.getByText('Required')).toHaveCount(4);
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await expectAccessible(page);
    await look(page, `fields-wrong-${theme}`);
  }
});

test('every field is filled in by keys alone, and sent as the API takes it', async ({ fields }) => {
  const { page, show, sent } = fields;
  await show({ refuses: { 'thing.colour': 'Choose another colour', 'thing.is_active': 'Switch it off' } });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await box(page, 'Name').focus();
  await page.keyboard.type('Refund');
  await press('Tab');
  await page.keyboard.type('First line');
  await press('Enter');
  await page.keyboard.type('second');
  await press('Tab');
  await page.keyboard.type('walnut');
  await press('Tab', 'Tab');
  await page.keyboard.type('3');
  await press('Tab', 'ArrowRight', 'Tab');
  await page.keyboard.type('Yo');
  await press('ArrowDown', 'Enter', 'Tab', 'Space', 'Tab', 'Space', 'Tab');
  await page.keyboard.type('16112026');
  await press('Tab', 'Space', 'Tab', 'Enter', 'Tab');
  await expect(page.getByRole('option', { name: 'Blue' })).toBeFocused();
  await press('ArrowRight', 'Enter', 'Escape');
  await expect(page.getByRole('button', { name: 'Colour Teal' })).toBeFocused();
  await press('Tab', 'Enter');

  await expect.poll(sent).toEqual([
    {
      thing: {
        name: 'Refund',
        text: 'First line\nsecond',
        password: 'walnut',
        count: 3,
        state: 'never',
        place: 'York',
        directions: ['in', 'out'],
        day: '2026-11-16',
        is_active: true,
        colour: '#1d9999',
      },
    },
  ]);
  await expect(page.getByRole('switch', { name: 'In use' })).toHaveAccessibleDescription('Switch it off');
  await expect(page.getByRole('switch', { name: 'In use' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Colour/ })).toHaveAccessibleDescription('Choose another colour');
  await expectAccessible(page);
});

test('long German labels stay within the page, also where nothing may be changed', async ({ fields }) => {
  const { page, show } = fields;
  await page.setViewportSize({ width: 480, height: 1000 });
  for (const readOnly of [false, true]) {
    await show({ lang: 'de', long: true, readOnly });
    const form = page.locator('form');
    expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await expectAccessible(page);
      await look(page, `fields-german-${readOnly ? 'read-only-' : ''}${theme}`);
    }
  }
  await page.getByRole('button', { name: /^Colour/ }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('switch').press('Space');
  await expect(page.getByRole('switch')).not.toBeChecked();
});
