import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { made } from '../support/evaluation';
import {
  bringIn,
  bytesOf,
  elsewhere,
  identityOf,
  packages,
  rounds,
  roundWith,
  scoreAll,
  scoring,
  send,
  sound,
} from '../support/packages';
import { administrator, startService } from '../support/start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

const first = [
  ['Warm', 8, 'yes', 'Fine'],
  ['Neutral', 6, 'no', ''],
];
const second = [
  ['Neutral', 7.5, 'yes', 'Well'],
  ['Warm', 3, 'no', 'Hm'],
];

/** A round and an evaluator elsewhere who has its package. */
async function sent() {
  const there = await elsewhere();
  const { leila } = there;
  const own = await identityOf(leila);
  const here = await roundWith(own.public_key);
  const leader = (await here.admin.get(`/api/v2/users/${await adminId(here)}/identity.json`)).body.identity;
  const path = here.at(`/packages/${here.outside.user_id}`);
  const file = await bytesOf(here.admin, path);
  return { here, there, leila, own, leader, path, file };
}

const adminId = async ({ admin }: Json): Promise<string> =>
  (await admin.get(`/api/v2/users.json?search_term=${administrator.login}`)).body.users[0].user_id;

/** What is in the archive's folder of audio. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'audio'), { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name));

test('a round scored on another machine has the results of one scored on this', async () => {
  const { here, there, leila, own, leader, file } = await sent();
  const { admin, ada, outside, calls, url, at, record } = here;

  const inspection = await send(leila, `${packages}/inspection`, file);
  expect(inspection).toMatchObject({
    status: 200,
    body: {
      package: {
        kind: 'calibration',
        name: 'November',
        sender_name: leader.name,
        sender_fingerprint: leader.fingerprint,
        calls: 2,
        bytes: file.length,
      },
    },
  });
  const brought = await bringIn(leila, file, leader.fingerprint);
  expect(brought).toMatchObject({ status: 201, body: { url: expect.stringContaining('/api/v2/calibrations/') } });
  const round = (await leila.get(brought.body.url)).body.calibration;
  expect(round).toMatchObject({
    name: 'November',
    description: 'Tone',
    status: 'open',
    leader_user_id: leila.user_id,
    evaluators: [{ user_id: leila.user_id, is_outside: false, fingerprint: null, finished: 0 }],
    origin: {
      calibration_id: here.id,
      sender_name: leader.name,
      sender_fingerprint: leader.fingerprint,
      package_id: inspection.body.package.package_id,
    },
  });
  expect((await there.admin.get(`/api/v2/evaluation_forms/${round.form_id}.json`)).body.evaluation_form).toMatchObject({
    name: 'Sales',
    is_active: false,
  });
  for (const [place, name] of ['short-stereo-16k.wav', 'question.mp3'].entries()) {
    const { call_id, agent_user_id } = round.calls[place];
    expect(calls).not.toContain(call_id);
    expect(agent_user_id).toBe(leila.user_id);
    expect(await bytesOf(leila, `/api/v2/calls/${call_id}/file`).catch(() => undefined)).toBeDefined();
    const stored = (await there.admin.get(`/api/v2/calls/${call_id}.json`)).body.call;
    const original = (await admin.get(`/api/v2/calls/${calls[place]}.json`)).body.call;
    expect(stored).toMatchObject({
      setup_time: original.setup_time,
      duration: original.duration,
      from_number: original.from_number,
      custom_fields: [],
      categories: [],
    });
    expect(stored.files[0].watermark).toBe(createHash('sha256').update(sound(name)).digest('hex'));
  }
  const at2 = (path: string) => brought.body.url.replace('.json', path);
  expect((await leila.get(at2('/result'))).status).toBe(409);
  await scoreAll(leila, brought.body.url, second);
  expect((await leila.get(brought.body.url)).body.calibration.status).toBe('ended');
  expect((await leila.get(at2('/results.json'))).status).toBe(403);
  const result = await bytesOf(leila, at2('/result'));

  expect((await send(admin, `${packages}/inspection`, result)).body.package).toMatchObject({
    kind: 'result',
    name: 'November',
    sender_name: own.name,
    sender_fingerprint: own.fingerprint,
    calls: 2,
  });
  expect((await admin.get(url)).body.calibration.evaluators[1]).toMatchObject({
    is_outside: true,
    fingerprint: own.fingerprint,
    finished: null,
  });
  expect(await bringIn(admin, result, own.fingerprint)).toEqual({ status: 201, body: { url } });
  expect((await bringIn(admin, result, own.fingerprint)).status).toBe(409);
  await scoreAll(ada, url, first);

  const together = await made(admin, rounds, {
    calibration: { ...record, evaluators: [{ user_id: ada.user_id }, { user_id: outside.user_id }] },
  });
  await scoreAll(ada, together, first);
  await scoreAll(outside, together, second);
  const resultsOf = async (of: string) => (await admin.get(of.replace('.json', '/results.json'))).body.results;
  const callOf = async (of: string, n: number) =>
    (await admin.get(of.replace('.json', `/calls/${calls[n]}.json`))).body.calibration_call;
  expect(await resultsOf(url)).toEqual(await resultsOf(together));
  for (const n of [0, 1]) expect(await callOf(url, n)).toEqual(await callOf(together, n));
  expect(here.given.audited('package').map(({ action, outcome, details }) => [action, outcome, details])).toEqual([
    ['export', 'done', { calibration_id: here.id, user_id: outside.user_id, recipient: own.fingerprint }],
    ['create', 'done', { kind: 'result', calibration_id: here.id, user_id: outside.user_id, sender: own.fingerprint }],
    ['create', 'refused', expect.anything()],
  ]);
  expect(at('')).toBe(url.replace('.json', ''));
});
