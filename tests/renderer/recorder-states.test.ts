import { endingMs } from '@shared/ipc';
import { expect, onTestFinished, test, vi } from 'vitest';
// Before there is a window, because react-aria would take it for a whole browser.
import '../../renderer/ui/toast';
import { pageSound } from '../support/page-sound';
import { administrator, startService } from '../support/start-service';

const rate = 8000;
/** After the request to resume, nothing is kept for so many frames. */
const late = rate / 5;
const refusal = (status: number, error: string) => () => Response.json({ error }, { status });

type Answer = (request: Request) => Response | Promise<Response | undefined> | undefined;

/** The recorder of a page, on the real service. `answer` may answer a request instead of it. */
async function recorderOn({ mayPause = true } = {}) {
  // On the clock of the page, which is set by the tests.
  const { admin, inWindow } = await startService({ now: () => Date.now() });
  const window = await inWindow(administrator);
  const sound = pageSound(rate);
  const page = { answer: (() => undefined) as Answer, asked: [] as string[] };
  vi.stubGlobal('window', {
    earshot: { onLocked() {} },
    localStorage: { getItem: () => null, setItem() {}, removeItem() {} },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/', search: '' },
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address, 'http://page');
    page.asked.push(`${init.method} ${pathname.replace(/[\da-f-]{36}/, 'id')}${search}`);
    const own = await page.answer(new Request(`http://page${address}`, { method: init.method ?? 'GET' }));
    const headers = Object.fromEntries(new Headers(init.headers));
    return own ?? window.raw(address, { ...init, headers, ...(init.body && { duplex: 'half' }) } as RequestInit);
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const recorder = {
    ...(await import('../../renderer/features/recorder/recorder')),
    ...(await import('../../renderer/features/recorder/pausing')),
    ...(await import('../../renderer/features/recorder/party')),
    ...(await import('../../renderer/features/recorder/ending')),
    ...(await import('../../renderer/features/recorder/state')),
  };
  onTestFinished(() => {
    page.answer = () => undefined;
    return recorder.stop();
  });
  const { getState: state } = recorder.useRecorder;
  const wanted = {
    sources: ['microphone'],
    names: ['Microphone'],
    rate,
    party: { number: '', name: '' },
    mayPause,
    user: { user_id: (await window.get('/api/v2/sessions.json')).body.user.user_id, name: administrator.name },
  } as const;
  return {
    ...recorder,
    admin,
    sound,
    page,
    state,
    start: () => recorder.start(wanted),
    /** How often the page has asked to pause or to resume. */
    askedTo: (action: 'mute' | 'unmute') => page.asked.filter((one) => one.includes(`=${action}`)).length,
    /** Reads the state of the recording, as after an announcement. */
    look() {
      const { recording_id = '', call_id = '' } = state().recording ?? {};
      recorder.hear({ recording_id, call_id, change: 'resumed', ended_by: null });
    },
    serviceState: async () =>
      (await admin.get(`/api/v2/recordings/${state().recording?.recording_id}.json`)).body.recording.status,
    /** Stops, and returns the runs of equal samples in the recording as value and length. */
    async kept() {
      await recorder.stop();
      const call_id = state().ended?.call_id;
      const file = await admin.raw(`/api/v2/calls/${call_id}.json/file`);
      const bytes = Buffer.from(await file.arrayBuffer()).subarray(44);
      const runs: [value: number, frames: number][] = [];
      for (let at = 0; at < bytes.length; at += 2) {
        const value = bytes.readInt16LE(at);
        const last = runs.at(-1);
        if (last?.[0] === value) last[1] += 1;
        else runs.push([value, 1]);
      }
      return runs;
    },
  };
}

const isMuting = ({ url }: Request) => url.includes('/muting?');

test('a pause that the service does not take goes on: it is asked again, and nothing is kept meanwhile', async () => {
  const { start, pause, resume, look, state, sound, page, askedTo, serviceState, kept } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  page.answer = (request) => (isMuting(request) ? refusal(500, 'InternalError')() : undefined);
  await pause();
  const refused = state().error;
  sound.hear(2, 1000);

  look();
  await expect.poll(() => askedTo('mute')).toBe(2);
  await expect.poll(() => state().error).not.toBe(refused);
  sound.hear(2, 1000);
  look();
  vi.setSystemTime(Date.now() + 60_000);
  page.answer = () => undefined;
  look();
  await expect.poll(serviceState).toBe('paused');
  sound.hear(2, 1000);

  await expect.poll(state).toMatchObject({ phase: 'paused', error: null });
  await resume();
  sound.hear(3, late + 1000);
  expect(await kept()).toEqual([
    [1, 1000],
    [3, 1000],
  ]);
});

test('the user ends a pause that the service never took', async () => {
  const { start, pause, resume, state, sound, page, askedTo, kept } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  page.answer = (request) => (isMuting(request) ? refusal(403, 'PermissionError')() : undefined);
  await pause();
  sound.hear(2, 1000);

  await resume();
  sound.hear(3, late + 1000);

  expect([state().phase, askedTo('unmute')]).toEqual(['recording', 0]);
  page.answer = () => undefined;
  expect(await kept()).toEqual([
    [1, 1000],
    [3, 1000],
  ]);
});

test('a pause whose end failed goes on, even if the service has ended it', async () => {
  const { start, pause, resume, look, state, sound, page, askedTo, serviceState, kept, admin } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  await pause();
  page.answer = (request) => (isMuting(request) ? refusal(500, 'InternalError')() : undefined);
  await resume();
  sound.hear(2, 1000);
  page.answer = () => undefined;
  await admin.post(`/api/v2/calls/${state().recording?.call_id}.json/muting?action=unmute`);

  look();
  await expect.poll(() => askedTo('mute')).toBe(2);
  await expect.poll(serviceState).toBe('paused');
  sound.hear(2, 1000);

  expect(state().phase).toBe('paused');
  expect(await kept()).toEqual([[1, 1000]]);
});

test('a pause by another program ends with it', async () => {
  const { start, look, hear, state, sound, admin, kept } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  const { recording_id = '', call_id = '' } = state().recording ?? {};
  const offset = async () => (await admin.get(`/api/v2/recordings/${recording_id}.json`)).body.recording.offset;
  await expect.poll(offset).toBe(2000);
  await admin.post(`/api/v2/calls/${call_id}.json/muting?action=mute`);
  hear({ recording_id, call_id, change: 'paused', ended_by: null });
  sound.hear(2, 1000);
  await admin.post(`/api/v2/calls/${call_id}.json/muting?action=unmute`);

  look();
  await expect.poll(() => state().phase).toBe('recording');
  sound.hear(3, late + 1000);

  expect(await kept()).toEqual([
    [1, 1000],
    [3, 1000],
  ]);
});

test('a user who may not pause drops nothing', async () => {
  const { start, pause, state, sound, askedTo, kept } = await recorderOn({ mayPause: false });
  await start();
  sound.hear(1, 1000);
  await pause();
  sound.hear(2, 1000);

  expect([state().phase, askedTo('mute')]).toEqual(['recording', 0]);
  expect(await kept()).toEqual([
    [1, 1000],
    [2, 1000],
  ]);
});

test('a source that is lost before the recording is open ends it, or does not let it begin', async () => {
  const { start, state, sound, page } = await recorderOn();
  sound.beforeCapture = () => sound.tracks[0]?.lose();
  await start();
  const [first, asked] = [state(), [...page.asked]];
  sound.beforeCapture = () => {};
  page.answer = ({ method }) => {
    if (method === 'POST') sound.tracks.at(-1)?.lose();
    return undefined;
  };
  await start();

  expect([first.phase, first.recording, (first.error as Error).name]).toEqual(['idle', null, 'NotFoundError']);
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  await expect.poll(state).toMatchObject({ phase: 'idle', ended: { why: 'source_lost' } });
});

test('a recording may end while its state is being read', async () => {
  const { start, stop, state, page } = await recorderOn();
  const { look } = await import('../../renderer/features/recorder/pausing');
  await start();
  let answer = () => {};
  const held = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  page.answer = ({ method }) => (method === 'GET' ? held : undefined);
  const looked = look();
  await stop();

  answer();

  await expect(looked).resolves.toBeUndefined();
  expect(state()).toMatchObject({ phase: 'idle', error: null, ended: { why: null } });
});

test('a recording that could not be closed says so, with its call', async () => {
  const { start, stop, state, sound, page } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  const call_id = state().recording?.call_id;
  page.answer = ({ method }) => (method === 'DELETE' ? refusal(500, 'InternalError')() : undefined);

  await stop();

  expect(state()).toMatchObject({ phase: 'idle', error: null, ended: { call_id, why: 'not_closed' } });
});

test('a discarded recording that could not be ended says that it goes on, and is ended and removed later', async () => {
  const { start, discard, finishDiscard, state, sound, page, admin } = await recorderOn();
  await start();
  sound.hear(1, 1000);
  const { recording_id = '', call_id = '' } = state().recording ?? {};
  page.answer = ({ method, url }) =>
    method === 'DELETE' && url.includes('/recordings/') ? refusal(500, 'InternalError')() : undefined;
  const removals = () => page.asked.filter((one) => one.startsWith('DELETE /api/v2/calls/')).length;
  const statusOf = async () => (await admin.get(`/api/v2/recordings/${recording_id}.json`)).body.recording.status;

  await discard();
  const first = { ...state(), removals: removals(), status: await statusOf() };
  await finishDiscard();
  const second = { ...state(), removals: removals() };
  page.answer = () => undefined;
  await finishDiscard();
  await finishDiscard();

  const goesOn = { phase: 'idle', ended: { call_id, why: 'not_discarded' }, discarded: null, removals: 0 };
  expect(first).toMatchObject({ ...goesOn, status: 'recording' });
  expect(second).toMatchObject(goesOn);
  expect(state()).toMatchObject({ ended: null, discarding: null, discarded: call_id });
  expect([removals(), (await admin.get(`/api/v2/calls/${call_id}.json`)).status]).toEqual([1, 404]);
});

test('a service that no longer answers does not hold up the end for longer than main waits for it', async () => {
  const { start, pause, stop, state, sound, page } = await recorderOn();
  await start();
  page.answer = () => new Promise<Response>(() => {});
  sound.hear(1, 1000);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

  void pause();
  void stop();
  await vi.advanceTimersByTimeAsync(Object.values(endingMs).reduce((sum, ms) => sum + ms, 0));

  expect(state()).toMatchObject({ phase: 'idle', ended: { why: 'not_all_sent' } });
});

test('while a pause ends, or a recording in it, nothing is kept', async () => {
  const { start, pause, resume, stop, state, isPaused, page } = await recorderOn();
  await start();
  const seen: [string, boolean][] = [];
  const see = () => void seen.push([state().phase, isPaused(state())]);
  see();
  await pause();
  see();
  page.answer = (request) => (isMuting(request) ? void see() : undefined);
  await resume();
  see();
  page.answer = ({ method }) => (method === 'DELETE' ? void see() : undefined);
  await pause();
  await stop();
  see();

  expect(seen).toEqual([
    ['recording', false],
    ['paused', true],
    ['resuming', true],
    ['recording', false],
    ['stopping', true],
    ['idle', false],
  ]);
});

test('a second of sound is drawn ten times, and the length of a pause once a second', async () => {
  const { start, pause, sound } = await recorderOn();
  const { useSound } = await import('../../renderer/features/recorder/sound');
  await start();
  let drawn = 0;
  const count = () => {
    drawn += 1;
  };
  onTestFinished(useSound.subscribe(count));
  const hearSecond = () => {
    for (let n = 0; n < 20; n += 1) {
      vi.setSystemTime(Date.now() + 50);
      sound.hear(1, 400);
    }
  };
  hearSecond();
  const during = drawn;
  await pause();
  const traces = new Set<unknown>();
  onTestFinished(useSound.subscribe(({ trace }) => void traces.add(trace)));
  hearSecond();
  hearSecond();

  expect(during).toBeGreaterThan(8);
  expect(during).toBeLessThanOrEqual(11);
  expect(traces.size).toBeLessThanOrEqual(3);
});

test('a pause lasts as long as the settings say, unless the user has chosen its length', async () => {
  const { start, pause, resume, changeResume, state, admin } = await recorderOn();
  const { useChoices } = await import('../../renderer/features/recorder/choices');
  onTestFinished(() => void useChoices.setState({ resumes: false }));
  await admin.put('/api/v2/settings.json', { settings: { auto_resume_seconds: 30 } });
  // The service sends whole seconds.
  const second = (ms: number) => Math.floor(ms / 1000);
  const resumesAt = () => second(state().resumesAt ?? Number.NaN);
  await start();
  let pausedAt = second(Date.now());

  await pause();
  await expect.poll(resumesAt).toBe(pausedAt + 30);
  await resume();
  useChoices.setState({ resumes: true, resume_s: 300 });
  pausedAt = second(Date.now());
  await pause();
  await expect.poll(resumesAt).toBe(pausedAt + 300);
  useChoices.setState({ resumes: false });
  await changeResume();

  const { resumes_at } = (await admin.get(`/api/v2/recordings/${state().recording?.recording_id}.json`)).body.recording;
  expect([state().phase, state().resumesAt, resumes_at]).toEqual(['paused', null, null]);
});

const isNaming = ({ method, url }: Request) => method === 'PUT' && /recordings\/[^/]+\.json$/.test(url);

test('what is typed about the other party is stored at the end, though the field was never left', async () => {
  const { start, stop, typeParty, state, admin } = await recorderOn();
  await start();
  const call_id = state().recording?.call_id;
  typeParty({ number: ' 201', name: 'Pennine Cycles ' });

  await stop();

  expect((await admin.get(`/api/v2/calls/${call_id}.json`)).body.call).toMatchObject({
    from_number: '201',
    from_name: 'Pennine Cycles',
    record_state: 3,
  });
  expect(state().typed).toBeNull();
});

test('what is typed is stored before a lost source ends the recording', async () => {
  const { start, typeParty, state, sound, admin } = await recorderOn();
  await start();
  const call_id = state().recording?.call_id;
  typeParty({ number: '', name: 'Ann' });

  sound.tracks.at(-1)?.lose();

  await expect.poll(() => state().ended).toMatchObject({ call_id, why: 'source_lost' });
  expect((await admin.get(`/api/v2/calls/${call_id}.json`)).body.call.from_name).toBe('Ann');
});

test('what could not be stored of the other party stays typed, and is sent again', async () => {
  const { start, typeParty, keepParty, state, page } = await recorderOn();
  await start();
  const typed = { number: '201', name: 'Ann' };
  page.answer = (request) => (isNaming(request) ? refusal(500, 'InternalError')() : undefined);
  typeParty(typed);
  await keepParty();
  const [failed, fault] = [state().typed, state().error];
  page.answer = () => undefined;

  await keepParty();

  expect([failed, fault === null]).toEqual([typed, false]);
  expect(state()).toMatchObject({ typed: null, wanted: { party: typed }, error: null });
});

test('changes of the other party are sent one after the other, and what is typed meanwhile stays', async () => {
  const { start, typeParty, keepParty, state, page } = await recorderOn();
  await start();
  let [under, most] = [0, 0];
  let answer = () => {};
  page.answer = (request) => {
    if (!isNaming(request)) return undefined;
    under += 1;
    most = Math.max(most, under);
    return new Promise((resolve) => {
      answer = () => {
        under -= 1;
        resolve(undefined);
      };
    });
  };
  typeParty({ number: '201', name: '' });
  const first = keepParty();
  await expect.poll(() => under).toBe(1);
  typeParty({ number: '201', name: 'Ann' });
  const second = keepParty();
  answer();
  await first;
  const between = state().typed;
  await expect.poll(() => under).toBe(1);
  answer();
  await second;

  expect([most, between]).toEqual([1, { number: '201', name: 'Ann' }]);
  expect(state()).toMatchObject({ typed: null, wanted: { party: { number: '201', name: 'Ann' } } });
});

test('a recording whose last part could not be sent says so, and keeps what was sent', async () => {
  const { start, stop, sound, state, page, admin } = await recorderOn();
  await start();
  sound.hear(1, rate);
  await expect.poll(() => page.asked.filter((one) => one.startsWith('PUT')).length).toBeGreaterThan(0);
  page.answer = ({ method, url }) =>
    method === 'PUT' && url.includes('/audio') ? refusal(500, 'InternalError')() : undefined;
  sound.hear(2, rate);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

  const stopped = stop();
  await vi.advanceTimersByTimeAsync(endingMs.drain);
  vi.useRealTimers();
  await stopped;

  const { ended } = state();
  expect(ended?.why).toBe('not_all_sent');
  expect((await admin.get(`/api/v2/calls/${ended?.call_id}.json`)).body.call.duration).toBe(1);
});

test('a full disk is named as the cause, also when a refusal that does not say so comes first', async () => {
  const { start, state, end, hear } = await recorderOn();
  await start();
  const { recording_id = '', call_id = '' } = state().recording ?? {};
  const full = { recording_id, call_id, change: 'closed', ended_by: 'disk_full' } as const;

  const ending = end('closed');
  hear(full);
  await ending;
  expect(state().ended).toEqual({ call_id, why: 'disk_full' });

  await start();
  const next = state().recording?.call_id ?? '';
  await end('closed');
  hear({ ...full, call_id: next });
  expect(state().ended).toEqual({ call_id: next, why: 'disk_full' });
});
