import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { ask, expect, look, signedIn, speak, test } from './launch';

type Opened = { recording_id: string; call_id: string };
const open = (page: Page, call: object) =>
  ask(page, 'POST', '/api/v2/recordings.json', {
    recording: { format: 'pcm_s16le', sample_rate: 8000, channels: 2, call },
  }) as Promise<Opened>;
/** Sends seconds of a tone on the agent's side, as another program does. */
const send = (page: Page, { recording_id }: Opened, seconds: number) =>
  page.evaluate(
    async ([recording_id, seconds]) => {
      const samples = new Int16Array(2 * 8000 * Number(seconds));
      for (let at = 0; at < samples.length; at += 2)
        samples[at] = Math.floor(at / 8000) % 3 === 0 ? 0 : 9_000 * Math.sin(at / 7);
      const headers = { 'content-type': 'application/octet-stream' };
      await fetch(`/api/v2/recordings/${recording_id}/audio?offset=0`, { method: 'PUT', headers, body: samples });
    },
    [recording_id, seconds] as const,
  );
const mute = (page: Page, { call_id }: Opened, action: string) =>
  ask(page, 'POST', `/api/v2/calls/${call_id}.json/muting?action=${action}`);

test('recordings that other programs send are listed while they go on, and paused and resumed from either side', async ({
  earshot,
}) => {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('link', { name: 'Live' }).click();
  const rows = page.getByRole('list', { name: 'Recordings in progress' }).getByRole('listitem');
  const rowOf = (name: string) => rows.filter({ hasText: name });
  await expect(page.getByRole('heading', { name: 'Nothing is being recorded' })).toBeVisible();
  await look(page, 'live-empty');

  const lettings = await open(page, {
    setup_time: new Date(Date.now() - 60_000).toISOString(),
    from_number: '+442079460418',
    from_name: 'Quayside Lettings',
    to_name: 'Dmitri Volkov',
  });
  const cycles = await open(page, {
    from_number: '+441614960551',
    from_name: 'Pennine Cycles of the whole of the north of England and the Scottish Borders',
  });

  await test.step('what is sent is drawn in the lanes of its sides, and its sender is listed', async () => {
    await send(page, lettings, 30);
    await send(page, cycles, 12);
    const row = rowOf('Quayside Lettings');
    await expect(row.getByRole('meter')).toHaveCount(2);
    await expect(row.getByRole('meter', { name: 'Level, Dmitri Volkov' })).toBeVisible();
    const drawn = row.locator('[data-of=agent] [data-bars]');
    await expect.poll(async () => (await drawn.getAttribute('d'))?.split('M').length).toBeGreaterThan(90);
    await expect(page.getByRole('complementary', { name: 'About the recordings' })).toContainText(
      'Another tool960 kB so far',
    );
  });

  await test.step('a recording is paused by another program, and resumed in the window by keyboard', async () => {
    await expect(rows).toHaveCount(2);
    await expect(rowOf('Quayside Lettings')).toContainText('with Dmitri Volkov');
    const heights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const before = await heights();
    await mute(page, cycles, 'mute');
    await expect(rowOf('Pennine Cycles')).toContainText('Nothing is being kept');
    expect(await heights()).toEqual(before);
    await look(page, 'live');
    await rowOf('Pennine Cycles').getByRole('button', { name: 'Resume' }).press('Enter');
    await expect(rowOf('Pennine Cycles').getByRole('button', { name: 'Pause' })).toBeFocused();
    await expect(rowOf('Pennine Cycles')).not.toContainText('Nothing is being kept');
  });

  await test.step('a pause in the window pauses the recording itself', async () => {
    await rowOf('Quayside Lettings').getByRole('button', { name: 'Pause' }).click();
    await expect(rowOf('Quayside Lettings')).toContainText('Nothing is being kept');
    const { recording } = (await ask(page, 'GET', `/api/v2/recordings/${lettings.recording_id}.json`)) as {
      recording: { status: string };
    };
    expect(recording.status).toBe('paused');
  });

  await test.step('one is stopped and kept, another one discarded and brought back, both by keyboard', async () => {
    const ended = page.getByRole('region', { name: 'Just ended' }).getByRole('listitem');
    await open(page, { from_name: 'Otter & Vale' });
    await rowOf('Otter & Vale').getByRole('button', { name: 'Stop and keep' }).press('Enter');
    await expect(ended).toHaveCount(1);
    await open(page, { from_name: 'Wrong number' });
    await rowOf('Wrong number').getByRole('button', { name: 'More about this recording' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Keep recording' })).toBeFocused();
    await page.getByRole('button', { name: 'Discard recording' }).press('Enter');
    await expect(page.getByText('The recording was discarded')).toBeVisible();
    await expect(rowOf('Wrong number')).toHaveCount(0);
    await expect(ended).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(ended).toHaveCount(2);
  });

  await test.step('one that cannot be discarded is kept, and the window says why', async () => {
    const { call_id } = await open(page, { from_name: 'Brannock Claims' });
    await ask(page, 'PUT', `/api/v2/calls/${call_id}.json/legal_hold.json`, { call: { legal_hold: true } });
    await rowOf('Brannock Claims').getByRole('button', { name: 'More about this recording' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Discard…' }).press('Enter');
    await page.getByRole('button', { name: 'Discard recording' }).press('Enter');
    await expect(page.getByText('This call is under legal hold.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Just ended' })).toContainText('Brannock Claims');
  });

  await test.step('a recording begins once there is a microphone, which is said', async () => {
    await expect(page.getByText('Connect a microphone first.')).toBeVisible();
  });

  await test.step('a recording that is closed leaves the list, and its call opens in Review', async () => {
    await ask(page, 'DELETE', `/api/v2/recordings/${cycles.recording_id}.json`);
    await expect(rows).toHaveCount(1);
    await rows.getByRole('link', { name: /^Quayside Lettings/ }).press('Enter');
    await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('Quayside Lettings');
  });

  await speak(page, 'de');
  await page.setViewportSize({ width: 960, height: 600 });
  await page.goto('app://earshot/live');
  await expect(page.getByText('Nichts wird gespeichert')).toBeVisible();
  await look(page, 'live-german');
});

test('recordings that a crash interrupted say so, without a dot or a clock, and are kept or discarded', async ({
  earshot,
  startAgain,
}) => {
  await signedIn(earshot);
  const names = ['Quayside Lettings', 'Pennine Cycles'];
  const [lettings, cycles] = await Promise.all(names.map((from_name) => open(earshot.page, { from_name })));
  if (!lettings || !cycles) throw new Error('They were opened.');
  await send(earshot.page, lettings, 8);
  await send(earshot.page, cycles, 5);
  await mute(earshot.page, cycles, 'mute');
  const gone = once(earshot.app.process(), 'exit');
  earshot.app.process().kill('SIGKILL');
  await gone;

  const { page } = await startAgain();
  await signedIn({ page } as typeof earshot);

  const live = page.getByRole('link', { name: /^Live/ });
  await expect(live).toHaveAccessibleName(/^Live ?, 2 interrupted recordings$/);
  await live.click();
  const rows = page.getByRole('list', { name: 'Recordings in progress' }).getByRole('listitem');
  await expect(rows.filter({ hasText: 'Quayside Lettings' })).toContainText(/Interrupted at \d\d:\d\d, 0:0[78] kept/);
  await expect(rows.filter({ hasText: 'Pennine Cycles' })).toContainText(/Interrupted at \d\d:\d\d, 0:05 kept/);
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('meter')).toHaveCount(0);
  await expect(page.getByText('Another tool')).toHaveCount(0);
  await look(page, 'live-interrupted');

  await rows.filter({ hasText: 'Quayside Lettings' }).getByRole('button', { name: 'Keep' }).press('Enter');
  await rows.filter({ hasText: 'Pennine Cycles' }).getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(rows).toHaveCount(0);
  await expect(page.getByText('The recording was discarded')).toBeVisible();
  const ended = page.getByRole('region', { name: 'Just ended' }).getByRole('listitem');
  await expect(ended).toHaveText([/Quayside Lettings.*0:0[78]/]);
});
