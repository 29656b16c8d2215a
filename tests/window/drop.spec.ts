import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, signedIn, test } from './launch';

test('more files than one message holds are dropped as one source', async ({ earshot }) => {
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

  expect([source?.name, preview.recordings]).toEqual(['10001 files', 10_001]);
  rmSync(folder, { recursive: true });
});
