import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signedIn, speak, test } from './launch';

test('more files than fit into one message are dropped as one source', async ({ earshot }) => {
  const { page } = earshot;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-drop-'));
  const paths = Array.from({ length: 10_001 }, (_, n) => join(folder, `${n}.wav`));
  for (const path of paths) writeFileSync(path, '');
  await signedIn(earshot);
  await page.evaluate(() =>
    document.body.append(
      Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'dropped' }),
    ),
  );
  await page.locator('#dropped').setInputFiles(paths);

  const { source, preview } = await page.evaluate(async () => {
    const files = (document.querySelector('#dropped') as HTMLInputElement).files;
    const source = await window.earshot.dropped([...(files ?? [])]);
    const response = await fetch('/api/v2/imports/preview.json', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ preview: { source: source?.handle } }),
    });
    return { source, preview: (await response.json()).preview };
  });

  expect([source?.name, preview.recordings]).toEqual(['10,001 files', 10_001]);
  rmSync(folder, { recursive: true });
});

test('files dropped while a preview is open replace its files, and the service forgets the previous ones', async ({
  earshot,
}) => {
  const { page } = earshot;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-drop-'));
  const paths = ['first.wav', 'second.wav', 'third.wav'].map((name) => join(folder, name));
  for (const path of paths) writeFileSync(path, '');
  await signedIn(earshot);
  await expect(page.getByText('Drop recordings here')).toBeVisible();
  const sources = await page.evaluateHandle(() => {
    const sources: string[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      if (String(input).endsWith('/preview.json')) sources.push(JSON.parse(String(init?.body)).preview.source);
      return fetch(input, init);
    };
    return sources;
  });
  await drop(page, paths.slice(0, 1));
  await expect(page.getByRole('main', { name: 'Import “first.wav”' })).toBeVisible();
  await speak(page, 'de');

  await drop(page, paths.slice(1));

  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('2 Dateien');
  const state = (nth: number) =>
    sources.evaluate(async ([...all], nth) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ preview: { source: all[nth] } });
      return (await fetch('/api/v2/imports/preview.json', { method: 'POST', headers, body })).status;
    }, nth);
  expect([await state(0), await state(1)]).toEqual([400, 200]);
  rmSync(folder, { recursive: true });
});

/** Drops files onto the window. */
async function drop(page: Page, paths: string[]): Promise<void> {
  const input = await page.evaluateHandle(() =>
    Object.assign(document.createElement('input'), { type: 'file', multiple: true }),
  );
  await input.setInputFiles(paths);
  await input.evaluate(({ files }) => {
    const dataTransfer = new DataTransfer();
    for (const file of files ?? []) dataTransfer.items.add(file);
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
}
