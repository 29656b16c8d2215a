import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording } from '../support/given';
import { administrator, memoryKeychain, noKeychain, startService } from '../support/start-service';

const name = 'repair-call-stereo-8k.wav';
const original = readFileSync(recording(name));
const seconds = 120;
const run = promisify(execFile);

/** A signed URL of an encrypted recording, and the address of another program's empty page on this computer. */
async function signedOver(keychain: typeof noKeychain) {
  const { service, given, inWindow } = await startService({ keychain });
  const call_id = await given.recorded(name);
  const listener = await service.listen(0);
  const { body } = await (await inWindow(administrator)).get(`/api/v2/calls/${call_id}.json/file_url.json?expires=600`);
  const page = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<title>Player</title>'));
  await new Promise<void>((open) => page.listen(0, '127.0.0.1', open));
  const close = async () => {
    page.close();
    await listener.close();
  };
  return { url: body.signed_url as string, page: `http://127.0.0.1:${(page.address() as AddressInfo).port}/`, close };
}

// Installs Debian's Chromium and ffmpeg, so only `npm run test:faults` runs it.
describe.runIf(process.env.EARSHOT_PLAYERS)('a signed URL of an encrypted recording', () => {
  let browser: Browser;
  beforeAll(async () => {
    const { installPrograms } = await import(pathToFileURL(resolve('scripts/setup/libraries.mjs')).href);
    await installPrograms({ chromium: ['chromium'], ffprobe: ['ffmpeg'], curl: ['curl'] });
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  }, 600_000);
  afterAll(() => browser?.close());

  test.each([
    ['application mode', memoryKeychain()],
    ['user mode', noKeychain],
  ])(
    'in %s plays in Chromium, seeks to four fifths, and is read by ffprobe and by curl in parts',
    async (_, keychain) => {
      const { url, page: address, close } = await signedOver(keychain);
      const page = await browser.newPage();
      await page.goto(address);

      const played = await page.evaluate(async (src) => {
        const audio = new Audio(src);
        const event = (type: string) =>
          new Promise((happened) => audio.addEventListener(type, happened, { once: true }));
        await event('loadedmetadata');
        audio.muted = true;
        audio.currentTime = 0.8 * audio.duration;
        await event('seeked');
        const from = audio.currentTime;
        await audio.play();
        while (audio.currentTime < from + 0.5) await event('timeupdate');
        return { duration: audio.duration, from, error: audio.error };
      }, url);
      const probed = await run('ffprobe', ['-v', 'error', '-of', 'csv=p=0', '-show_entries', 'format=duration', url]);
      const curl = async (...args: string[]) =>
        (await run('curl', ['-s', ...args, url], { encoding: 'buffer', maxBuffer: 2 * original.length })).stdout;
      const [whole, part, tail] = [await curl(), await curl('-r', '1000000-1000999'), await curl('-r', '-500')];
      await page.close();
      await close();

      expect(played).toEqual({ duration: seconds, from: 0.8 * seconds, error: null });
      expect([Number(probed.stdout), probed.stderr]).toEqual([seconds, '']);
      expect(whole.equals(original)).toBe(true);
      expect(part.equals(original.subarray(1_000_000, 1_001_000))).toBe(true);
      expect(tail.equals(original.subarray(-500))).toBe(true);
    },
    120_000,
  );
});
