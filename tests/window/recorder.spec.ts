import type { Page } from '@playwright/test';
import { levelOf } from '../support/live';
import { ask, type Earshot, expect, look, person, setTheme, signedIn, speak, test } from './launch';
import { locked, lockScreen, unlock } from './locking';
import { faded, microphone, silence } from './microphone';

const pauses = Number(process.env.EARSHOT_RECORDED_PAUSES ?? 2);
/**
 * The long run measures. The short one is for a busy machine, which presses late, and on which Chromium loses samples of
 * the tone: such a gap is heard at every frequency.
 */
const { gapMs, quietDb } = process.env.EARSHOT_RECORDED_PAUSES
  ? { gapMs: 500, quietDb: -60 }
  : { gapMs: 1000, quietDb: -40 };
const [spokenMs, secretMs] = [700, 600];
const spoken = faded(400, spokenMs);
const secret = faded(1000, secretMs);
/** 400 Hz is said to be kept; 1 kHz is what a pause is for. */
const turn = Buffer.concat([spoken, silence(gapMs), secret, silence(gapMs)]);
/** A microphone plays from its opening on. What is said first must not be over before a slow machine records. */
const script = Buffer.concat([silence(3000), ...Array<Buffer>(pauses + 1).fill(turn)]);

test.use({ switches: microphone(script) });

const panel = (page: Page) => page.getByRole('region', { name: 'Recording of this computer' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function atLive(earshot: Earshot): Promise<Page> {
  await signedIn(earshot);
  const { page } = earshot;
  await page.getByRole('link', { name: 'Live' }).click();
  await expect(button(page, 'Start recording')).toBeVisible();
  return page;
}

/**
 * Pauses in the silence before each secret, resumes in the one after it, by the level that the window shows, and stops
 * before the next one. Runs in the page, whose timers do not wait for the test.
 */
const pauseAtSecrets = (page: Page, times: { count: number; pausedMs: number }) =>
  page.evaluate(async ({ count, pausedMs }) => {
    const level = () => Number(document.querySelector('[role=meter]')?.getAttribute('aria-valuenow'));
    const until = (is: () => boolean) =>
      new Promise<void>((done) => {
        const look = () => (is() ? done() : void setTimeout(look, 10));
        look();
      });
    const press = (name: string) =>
      [...document.querySelectorAll('main button')]
        .find(({ textContent }) => textContent?.startsWith(name))
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    for (let n = 0; n < count; n += 1) {
      await until(() => level() > 6);
      await until(() => level() === 0);
      press('Pause');
      await new Promise((later) => setTimeout(later, pausedMs));
      press('Resume');
    }
    await until(() => level() > 6);
    press('Stop and keep');
  }, times);

/** The samples of the only file of a call. */
async function samplesOf(page: Page, query = ''): Promise<Buffer> {
  const call_id = new URL(page.url()).searchParams.get('call');
  const bytes = await page.evaluate(async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return [...new Uint8Array(await response.arrayBuffer())];
  }, `/api/v2/calls/${call_id}.json/file${query}`);
  return Buffer.from(bytes).subarray(44);
}

/** The loudest level of a frequency in any tenth of a second. */
function loudest(hz: number, pcm: Buffer, rate: number): number {
  const window = rate / 5;
  const levels = [];
  for (let at = 0; at + window <= pcm.length; at += window / 2) {
    levels.push(levelOf(hz, pcm.subarray(at, at + window), rate));
  }
  return Math.max(...levels);
}

test(`${pauses} pauses leave nothing of what the microphone heard in them, and the call opens at once`, async ({
  earshot,
}) => {
  const page = await atLive(earshot);
  await page.getByLabel('Number').fill('+44 161 496 0551');
  await page.getByLabel('Name', { exact: true }).fill('Pennine Cycles');
  // What is typed is kept, and the key works on every page.
  await page.getByRole('link', { name: 'Review' }).press('Enter');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('Control+Shift+R');

  await pauseAtSecrets(page, { count: pauses, pausedMs: gapMs + secretMs + 50 });

  await expect(page.getByRole('complementary', { name: 'Call' })).toContainText('Pennine Cycles');
  const pcm = await samplesOf(page);
  const rate = 16_000;
  expect(loudest(1000, pcm, rate)).toBeLessThanOrEqual(quietDb);
  expect(loudest(400, pcm, rate)).toBeGreaterThan(-20);
  // The measure would have seen it, and what was said outside of the pauses is there.
  expect(loudest(1000, secret, 48_000)).toBeGreaterThan(-20);
  expect(pcm.length / (2 * rate)).toBeGreaterThan((pauses * spokenMs) / 2000);

  await expect(page.getByText(/^Without its pauses/)).toBeVisible();
  await page.getByRole('grid', { name: 'Calls' }).locator('[data-row="0"]').dblclick();
  const marks = page.getByRole('region', { name: 'Player' }).getByRole('note');
  await expect(marks).toHaveCount(pauses);
  await expect(marks.first()).toHaveAttribute('title', /^Paused from/);
  await look(page, 'deck-pauses');
});

test('what is recorded is shown, paused by other programs too, outlasts a lock, and is kept when a program ends it', async ({
  earshot,
}) => {
  const page = await atLive(earshot);
  const custom_field = { name: 'Topic', type: 'option', options: ['Billing', 'Complaint'], editable: true };
  await ask(page, 'POST', '/api/v2/custom_fields.json', { custom_field });
  await page.reload();
  await look(page, 'live-record');
  await test.step('the page may listen, but neither look nor record the screen', async () => {
    const names = await page.evaluate(async () => {
      const name = (error: Error) => error.name;
      const { mediaDevices } = navigator;
      return [
        await mediaDevices.getUserMedia({ video: true }).catch(name),
        await mediaDevices.getUserMedia({ video: true, audio: true }).catch(name),
        await mediaDevices.getDisplayMedia({ video: true }).catch(name),
      ];
    });
    expect(names).toEqual([
      'NotAllowedError',
      'NotAllowedError',
      expect.stringMatching(/^(NotAllowed|NotSupported)Error$/),
    ]);
  });
  const keys = (does: 'isRegistered' | 'take', accelerator: string) =>
    earshot.app.evaluate(
      ({ globalShortcut }, [does, accelerator]) =>
        does === 'take' ? globalShortcut.register(accelerator, () => {}) : globalShortcut.isRegistered(accelerator),
      [does, accelerator] as const,
    );
  await test.step('the keys to start are taken from other programs only if the user wants it', async () => {
    const hold = (global_keys: string) =>
      page.evaluate(
        (global_keys) =>
          (window as unknown as { earshot: { preferences(change: object): Promise<object> } }).earshot.preferences({
            global_keys,
          }),
        global_keys,
      );
    expect(await keys('isRegistered', 'CommandOrControl+Shift+R')).toBe(false);
    await hold('all');
    // They are taken once the page has said that a recording can start.
    await expect.poll(() => keys('isRegistered', 'CommandOrControl+Shift+R')).toBe(true);
    await hold('pause');
    expect(await keys('isRegistered', 'CommandOrControl+Shift+R')).toBe(false);
  });

  await test.step('a microphone is tested before, and closed again', async () => {
    await expect(page.getByRole('meter')).toHaveCount(0);
    await button(page, 'Test the microphone').press('Enter');
    await expect(page.getByText(/: speaking$/)).toBeVisible();
    await button(page, 'End the test').press('Enter');
    await expect(page.getByRole('meter')).toHaveCount(0);
  });

  await test.step('both sides are chosen, and the recording is shown', async () => {
    expect(await keys('take', 'CommandOrControl+Shift+P')).toBe(true);
    await button(page, /Caller/).press('Enter');
    await page.getByRole('option').last().click();
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Control+Shift+R');
    await expect(panel(page).getByRole('meter')).toHaveCount(2);
    await expect(panel(page).getByRole('timer')).toHaveText(/^\d+:(?!0[01])\d\d/);
    await expect(panel(page)).toContainText('Another program uses Ctrl Shift P');
    await look(page, 'live-recording');
  });

  await test.step('a pause by another program is shown, and after how many ms is a figure of the test', async () => {
    const tool = await anotherProgram(page);
    const [{ call_id } = { call_id: '' }] = await tool.recordings();
    const afterMs: number[] = [];
    for (const again of [true, true, false]) {
      const seen = pauseSeen(page);
      const asked = Date.now();
      await tool.muting(call_id, 'mute');
      afterMs.push((await seen) - asked);
      if (!again) continue;
      await tool.muting(call_id, 'unmute');
      await expect(panel(page).getByRole('status')).toContainText('both sides');
    }
    const description = `a pause by another program is shown after ${afterMs.join(', ')} ms`;
    test.info().annotations.push({ type: 'figures', description });
    await expect(panel(page)).toContainText('Nothing is being kept');
    const resumes = page.getByRole('switch', { name: 'Resume automatically' });
    await resumes.press('Space');
    await expect(panel(page)).toContainText(/resumes automatically in [12]:\d\d/);
    await look(page, 'live-paused');
    await resumes.press('Space');
    await expect(panel(page)).not.toContainText('resumes automatically');
  });

  await test.step('by keyboard it goes on, also while the window is locked', async () => {
    await page.keyboard.down('Control');
    await page.keyboard.down('Shift');
    // The second one is a key that is held down.
    await page.keyboard.down('P');
    await page.keyboard.down('P');
    for (const key of ['P', 'Shift', 'Control']) await page.keyboard.up(key);
    await expect(panel(page).getByRole('status')).toContainText('both sides');
    await lockScreen(earshot);
    await expect(locked(page)).toBeVisible();
    const bar = page.getByRole('complementary', { name: 'Recording of this computer' });
    await expect(bar).toContainText('continues while Earshot is locked');
    await look(page, 'live-locked');
    await bar.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(bar).toContainText('Nothing is being kept');
    await page.getByLabel('Password', { exact: true }).focus();
    await unlock(page);
    await expect(panel(page)).toContainText('Nothing is being kept');
  });

  await test.step('its topic is chosen, and the recording of another program is paused next to it', async () => {
    const recording = { format: 'pcm_s16le', sample_rate: 8000, channels: 1, call: { from_number: '+442079460418' } };
    const { recording_id } = await ask(page, 'POST', '/api/v2/recordings.json', { recording });
    const side = page.getByRole('complementary', { name: 'Other party' });
    await panel(page)
      .getByRole('button', { name: /^Resume/ })
      .press('Enter');
    await expect(panel(page).getByRole('status')).toContainText('both sides');
    const topic = side.getByRole('combobox', { name: 'Topic' });
    await topic.fill('compl');
    await page.getByRole('option', { name: 'Complaint' }).click();
    await expect(topic).toHaveValue('Complaint');
    await side.getByRole('button', { name: 'Pause: +44 20 7946 0418' }).press('Enter');
    await expect(side.getByRole('button', { name: 'Resume: +44 20 7946 0418' })).toBeFocused();
    await expect(panel(page).getByRole('status')).toContainText('both sides');
    await look(page, 'live-two');
    const { calls } = await ask(page, 'GET', '/api/v2/calls.json');
    const valued = calls.filter(({ custom_fields }: { custom_fields: object[] }) => custom_fields.length > 0);
    expect(valued).toMatchObject([{ record_state: 1, custom_fields: [{ name: 'Topic', value: 'Complaint' }] }]);
    await ask(page, 'DELETE', `/api/v2/recordings/${recording_id}.json`);
  });

  await test.step('another program ends it, which is said', async () => {
    const tool = await anotherProgram(page);
    const [{ recording_id } = { recording_id: '' }] = await tool.recordings();
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await tool.close(recording_id);
    await expect(page.getByRole('alert')).toContainText('ended by another tool');
  });
});

test('a recording is discarded and comes back, and is kept when a device is gone', async ({ earshot }) => {
  const { page } = earshot;
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { track: stream.getAudioTracks()[0] });
      return stream;
    };
  });
  await atLive(earshot);
  const record = async () => {
    await button(page, 'Start recording').press('Enter');
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
  };
  const ended = page.getByRole('region', { name: 'Just ended' }).getByRole('listitem');

  await test.step('discarded, it is brought back', async () => {
    await record();
    await button(page, 'Discard…').press('Enter');
    await expect(button(page, 'Keep recording')).toBeFocused();
    await look(page, 'live-discard');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeVisible();
    await button(page, 'Discard…').press('Enter');
    await button(page, 'Discard recording').press('Enter');
    await expect(page.getByText('The recording was discarded')).toBeVisible();
    await expect(ended).toHaveCount(0);
    await button(page, 'Undo').click();
    await expect(page.getByText('The recording was restored')).toBeVisible();
    await expect(ended).toHaveCount(1);
  });

  await test.step('the user who signs out is asked first, and goes on', async () => {
    await record();
    await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await expect(page.getByRole('alertdialog', { name: 'Sign out while you are recording?' })).toBeVisible();
    await expect(button(page, 'Keep recording')).toBeFocused();
    await look(page, 'live-sign-out');
    await setTheme(page, 'light');
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
  });

  await test.step('a device that is gone ends it, which is said', async () => {
    await page.evaluate(() =>
      (window as unknown as { track: MediaStreamTrack }).track.dispatchEvent(new Event('ended')),
    );
    await expect(page.getByRole('main').getByRole('alert')).toContainText('because a device was disconnected');
    await expect(ended).toHaveCount(2);
  });

  await test.step('in German and in a small window it is paused, and kept', async () => {
    await speak(page, 'de');
    await page.setViewportSize({ width: 960, height: 600 });
    await page.reload();
    await button(page, /^Aufnahme starten/).press('Enter');
    await expect(page.getByRole('timer')).toHaveText(/^\d+:(?!00)\d\d/);
    await button(page, /^Pausieren/).press('Enter');
    await expect(page.getByRole('region', { name: 'Aufnahme dieses Computers' })).toContainText('Pausiert');
    await look(page, 'live-paused-german');
    await button(page, 'Beenden und behalten').press('Enter');
    await expect(page.getByRole('complementary', { name: 'Anruf' })).toBeVisible();
  });
});

/** When the window shows a pause, in ms. */
const pauseSeen = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((seen) => {
        const look = () => document.querySelector('main [role=status]')?.textContent?.startsWith('Paused');
        const watch = new MutationObserver(() => {
          if (!look()) return;
          watch.disconnect();
          seen(Date.now());
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );

/** A program that speaks to the API over TCP. */
async function anotherProgram(page: Page) {
  const machine = () =>
    (window as unknown as { earshot: { machine(): Promise<{ api_url: string }> } }).earshot.machine();
  const { api_url } = await page.evaluate(machine);
  const base = new URL(api_url).origin;
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    const response = await fetch(base + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { login, password } = person;
  const { token } = await send('POST', '/api/v2/sessions.json', {}, { login, password });
  const as = { authorization: `Bearer ${token}` };
  return {
    recordings: async () =>
      (await send('GET', '/api/v2/recordings.json', as)).recordings as { recording_id: string; call_id: string }[],
    muting: (call_id: string, action: 'mute' | 'unmute') =>
      send('POST', `/api/v2/calls/${call_id}.json/muting?action=${action}`, as),
    close: (recording_id: string) => send('DELETE', `/api/v2/recordings/${recording_id}.json`, as),
  };
}
