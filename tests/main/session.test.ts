import { expect, test, vi } from 'vitest';
import { WindowSession } from '../../electron/main/session';
import { administrator, startService } from '../support/start-service';
import { noRoomFor, threadsWith } from '../support/threads';

// There is no Electron here, and the session does not use it.
vi.mock('electron', () => ({}));

/** A window with a recording, on a service whose disk is full when one is closed. */
async function recordingWindow() {
  const threadsFolder = threadsWith('writer', noRoomFor('recordings.close', Number.POSITIVE_INFINITY));
  const { service } = await startService({ threadsFolder });
  const session = new WindowSession(async () => service);
  const ask = (method: string, path: string, body?: object) =>
    session.fetch(
      new Request(`app://earshot/api/v2/${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      }),
    );
  await ask('POST', 'sessions.json', { login: administrator.login, password: administrator.password });
  const recording = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };
  const { recording_id, call_id } = await (await ask('POST', 'recordings.json', { recording })).json();
  session.record({ recording_id, call_id, is_paused: false, may_pause: true });
  return { session, ask, recording_id };
}

test('a recording that the service does not close is reported, and no longer that of the page', async () => {
  const { session } = await recordingWindow();
  const over = session.recordingOver();

  await expect(session.closeRecording()).rejects.toThrow('503');

  await over;
  expect(session.recorded).toBeNull();
  await session.closeRecording();
});

test('a recording that is gone counts as closed', async () => {
  const { session, ask } = await recordingWindow();
  session.record({
    recording_id: crypto.randomUUID(),
    call_id: crypto.randomUUID(),
    is_paused: false,
    may_pause: true,
  });

  await session.closeRecording();

  expect([session.recorded, (await ask('GET', 'sessions.json')).status]).toEqual([null, 200]);
});

test('the page cannot use the session of its recording for another call', async () => {
  const { session, ask, recording_id } = await recordingWindow();
  const other = crypto.randomUUID();
  session.record({ recording_id, call_id: other, is_paused: false, may_pause: true });
  session.end();

  const [moved, own] = [
    await ask('POST', `calls/${other}.json/muting?action=mute`),
    await ask('GET', `recordings/${recording_id}.json`),
  ];

  expect([moved.status, own.status]).toEqual([401, 200]);
});

test('a user who signs out is signed out, even if their recording could not be closed', async () => {
  const { session, ask } = await recordingWindow();
  const faults: string[] = [];
  session.onFault = ({ message }) => void faults.push(message);

  const left = await ask('DELETE', 'sessions.json');

  expect([left.ok, (await ask('GET', 'sessions.json')).status]).toEqual([true, 401]);
  expect(faults).toEqual(['Status 503.']);
});
