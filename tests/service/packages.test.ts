import { execFileSync } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPackage } from '../../electron/service/resources/exchange/packages/format';
import { openByPassword } from '../../electron/service/vault/user-pair';
import type { Caller } from '../support/caller';
import { made } from '../support/evaluation';
import { memorySource } from '../support/memory-source';
import {
  bringIn,
  bringing,
  bytesOf,
  dumpOf,
  elsewhere,
  identityOf,
  packageOf,
  packages,
  rounds,
  roundWith,
  scoreAll,
  scoring,
  send,
  sound,
} from '../support/packages';
import { administrator, startService, type TestService, temporaryFolder } from '../support/start-service';

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
  const { admin, ada, outside, calls, url, record } = here;

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
    expect(await bytesOf(leila, `/api/v2/calls/${call_id}.json/file`)).toEqual(sound(name));
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
    finished: 0,
  });
  expect(await bringIn(admin, result, own.fingerprint)).toEqual({ status: 201, body: { url } });
  expect((await bringIn(admin, result, own.fingerprint)).status).toBe(409);
  // The round is open for the others: the answers are nowhere, not even for the leader who brought them in.
  const { audit_log } = (await admin.get('/api/v2/audit_log.json?resource=evaluation_report&limit=100')).body;
  const merged = audit_log.filter(({ action }: Json) => action === 'update');
  expect(merged.map(({ details, user_id }: Json) => [details, user_id])).toEqual(
    Array(2).fill([{ withheld: 'calibration' }, outside.user_id]),
  );
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
  ]);
});

test('an identity is the public half of a key pair, of others with users:view', async () => {
  const { given, admin } = await startService();
  const [one, other] = [await given.user(), await given.user({ permissions: ['users:view'] })];
  const own = await identityOf(one);
  const der = createPublicKey(own.public_key).export({ type: 'spki', format: 'der' });

  expect(own).toEqual({
    user_id: one.user_id,
    name: one.login,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----/),
  });
  const path = `/api/v2/users/${one.user_id}/identity.json`;
  expect((await other.get(path)).body.identity).toEqual(own);
  expect((await one.get(`/api/v2/users/${other.user_id}/identity.json`)).status).toBe(403);
  expect((await other.get(`/api/v2/users/${randomUUID()}/identity.json`)).status).toBe(404);
  given.database((db) => void db.prepare('DELETE FROM user_credentials WHERE user_id = ?').run(one.user_id));
  expect((await admin.get(path)).status).toBe(403);
});

test('an evaluator on another machine needs an RSA key of 2,048 to 8,192 bits', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { admin, record, outside, ada } = await roundWith(pemOf(key.publicKey));
  const refused = async (public_key: unknown) => {
    const evaluators = [{ user_id: ada.user_id }, { user_id: outside.user_id, public_key }];
    const { status, body } = await admin.post(rounds, { calibration: { ...record, evaluators } });
    return [status, ...Object.keys(body.details ?? {})];
  };

  for (const bad of [
    pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
    pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey),
    'no key',
    '',
    7,
  ])
    expect(await refused(bad)).toEqual([400, 'evaluators.1.public_key']);
  expect(await refused(pemOf(generateKeyPairSync('rsa', { modulusLength: 4096 }).publicKey))).toEqual([201]);
});

test('only the leader of an open round exports it, with calls:download and a key pair, for an outside evaluator', async () => {
  const { here, path } = await sent();
  const { admin, ada, given, url, at } = here;
  const all = [...scoring, 'calls:download', 'evaluation_reports:calibrate'] as const;
  const other = await given.user({ permissions: [...all] });

  expect((await ada.get(path)).status).toBe(403);
  ada.may([...all]);
  expect((await ada.get(path)).status).toBe(403);
  expect((await other.get(path)).status).toBe(403);
  expect((await admin.get(at(`/packages/${ada.user_id}`))).status).toBe(404);
  expect((await admin.get(at(`/packages/${randomUUID()}`))).status).toBe(404);
  expect((await admin.get(at('/result'))).status).toBe(404);
  const head = await admin.raw(path, { method: 'HEAD' });
  expect(head.headers.get('content-disposition')).toContain('.earshot-package');
  expect((await (await here.inWindow(administrator)).get(path)).status).toBe(200);
  expect((await admin.put(url, { calibration: { status: 'ended' } })).status).toBe(200);
  expect((await admin.get(path)).status).toBe(409);
});

test('a package says only what the calls of its round are', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { admin, at, outside, ada, calls, given } = await roundWith(pemOf(key.publicKey));
  const category_id = await given.category('Secret category');
  await admin.post(`/api/v2/calls/${calls[0]}/notes.json`, { note: { text: 'Secret note' } });
  await admin.put(`/api/v2/calls/${calls[0]}.json`, { call: { categories: [{ category_id }] } });
  const opened = await openPackage(
    memorySource(await bytesOf(admin, at(`/packages/${outside.user_id}`))),
    key.privateKey,
  );
  const said = JSON.stringify(opened.manifest);

  expect(opened.manifest).toMatchObject({
    kind: 'calibration',
    version: 1,
    calls: calls.map((call_id) => ({ call_id })),
  });
  for (const secret of ['Secret', ada.user_id, ada.login, outside.user_id, outside.login])
    expect(said).not.toContain(secret);
});

test('what is no package for the caller, or not signed by the named key, is refused and nothing stored', async () => {
  const { here, there, leila, own, leader, file } = await sent();
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = await there.given.user({ permissions: [...bringing] });
  const before = [there.given.database(dumpOf), filesIn(there.dataFolder)];
  const said = async (caller: Caller, bytes: Uint8Array, signer: string) => {
    const { status, body } = await bringIn(caller, bytes, signer);
    return [status, ...Object.keys(body.details ?? {})];
  };
  const key = await privateKeyOf(there, leila);
  const { manifest, recordings } = await openPackage(memorySource(file), key);
  const audio = Buffer.concat(
    await Promise.all(recordings.map(async ({ read }) => Buffer.concat(await piecesIn(read())))),
  );
  const stated = JSON.parse(
    JSON.stringify(manifest, (name, value) =>
      /_time$|_at$|deadline/.test(name) && value !== null ? new Date(value).toISOString() : value,
    ),
  );
  const signed = { ...stated, sender: { name: 'Eve', public_key: pemOf(stranger.publicKey) } };
  const eve = createHash('sha256')
    .update(stranger.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  const crafted = (more: object, how: object = {}) =>
    said(
      leila,
      packageOf({
        manifest: { ...signed, ...more },
        sender: stranger.privateKey,
        recipient: own.public_key,
        audio,
        ...how,
      }),
      eve,
    );

  expect(await said(leila, file, eve)).toEqual([400, 'signer']);
  expect(await said(leila, file, 'f')).toEqual([400, 'signer']);
  expect((await send(leila, packages, file)).body.details).toHaveProperty('signer');
  expect(await said(other, file, leader.fingerprint)).toEqual([403]);
  expect(await said(here.admin, file, leader.fingerprint)).toEqual([403]);
  expect(await said(leila, Buffer.alloc(0), leader.fingerprint)).toEqual([400, 'package']);
  expect(await said(leila, Buffer.from('no package'), leader.fingerprint)).toEqual([400, 'package']);
  expect(await said(leila, Buffer.concat([file, Buffer.alloc(1)]), leader.fingerprint)).toEqual([400, 'package']);
  for (const more of [
    { version: 2 },
    { kind: 'plan' },
    { recipient: eve },
    { sender: stated.sender },
    { sender: { name: 'Eve', public_key: 'none' } },
    { calls: [] },
    { calls: [signed.calls[0], signed.calls[0]] },
    { calls: [signed.calls[0]] },
    { calls: signed.calls.map((call: Json) => ({ ...call, files: [] })) },
    { calls: signed.calls.map((call: Json) => ({ ...call, files: [{ ...call.files[0], sha256: eve }] })) },
    { calls: signed.calls.map((call: Json) => ({ ...call, files: [{ ...call.files[0], length: 2 ** 31 }] })) },
    { calls: signed.calls.map((call: Json) => ({ ...call, surplus: 1 })) },
    { form: { ...signed.form, sections: [] } },
    { form: { ...signed.form, sections: signed.form.sections.map(({ form_section_id: _, ...one }: Json) => one) } },
    { created_at: 'today' },
    { name: '\u0000' },
  ])
    expect(await crafted(more), JSON.stringify(more).slice(0, 99)).toEqual([400, 'package']);
  for (const how of [
    { chunkLog2: 14 },
    { keys: 2 },
    { audio: audio.subarray(1) },
    { audio: Buffer.concat([audio, audio]) },
  ])
    expect(await crafted({}, how)).toEqual([400, 'package']);
  const noise = {
    ...signed.calls[0].files[0],
    length: 4096,
    sha256: createHash('sha256').update(Buffer.alloc(4096, 7)).digest('hex'),
  };
  expect(await crafted({ calls: [{ ...signed.calls[0], files: [noise] }] }, { audio: Buffer.alloc(4096, 7) })).toEqual([
    400,
    'package',
  ]);
  leila.may([...scoring]);
  expect(await said(leila, file, leader.fingerprint)).toEqual([403]);
  leila.may([...bringing]);
  expect([there.given.database(dumpOf), filesIn(there.dataFolder)]).toEqual(before);
  expect(await said(leila, file, leader.fingerprint)).toEqual([201]);
  expect(await said(leila, file, leader.fingerprint)).toEqual([409]);
});

test('a result is of the evaluator, for a round of the leader, with all calls and right answers', async () => {
  const { here, there, leila, own, leader, file } = await sent();
  const { admin, given, url, ada } = here;
  const { body } = await bringIn(leila, file, leader.fingerprint);
  await scoreAll(leila, body.url, second);
  const result = await bytesOf(leila, body.url.replace('.json', '/result'));
  const key = await privateKeyOf(here, { ...administrator, user_id: await adminId(here) });
  const { manifest } = (await openPackage(memorySource(result), key)) as Json;
  const stated = { ...manifest, created_at: new Date(manifest.created_at).toISOString() };
  const sender = await privateKeyOf(there, leila);
  const said = async (more: object, how: object = {}) => {
    const made = { manifest: { ...stated, ...more }, sender, recipient: leader.public_key, ...how };
    const { status, body } = await bringIn(admin, packageOf(made), own.fingerprint);
    return [status, ...Object.keys(body.details ?? {})];
  };
  const [one, two] = manifest.reports;
  const answered = (at: number, more: object) => ({
    ...one,
    sections: one.sections.map((section: Json, n: number) =>
      n === 0
        ? { ...section, questions: section.questions.map((q: Json, m: number) => (m === at ? { ...q, ...more } : q)) }
        : section,
    ),
  });
  const before = given.database(dumpOf);

  expect(await said({ reports: [one] })).toEqual([400, 'reports']);
  expect(await said({ reports: [] })).toEqual([400, 'reports']);
  expect(await said({ reports: [one, one] })).toEqual([400, 'reports.1.call_id']);
  expect(await said({ reports: [one, { ...two, call_id: randomUUID() }] })).toEqual([400, 'reports.1.call_id']);
  expect(await said({ reports: [answered(0, { answer: 'Loud' }), two] })).toEqual([
    400,
    'reports.0.sections.0.questions.0.answer',
  ]);
  expect(await said({ reports: [answered(0, { answer: null }), two] })).toEqual([
    400,
    'reports.0.sections.0.questions.0.answer',
  ]);
  expect(await said({ reports: [answered(0, { answer: true }), two] })).toEqual([
    400,
    'reports.0.sections.0.questions.0.answer',
  ]);
  expect(await said({ reports: [two, { ...one, sections: [] }] })).toEqual([
    400,
    ...['0.questions.0', '1.questions.0', '1.questions.1'].map((at) => `reports.1.sections.${at}.answer`),
  ]);
  expect(await said({ answers_to: randomUUID() })).toEqual([400, 'package']);
  expect(await said({ calibration: { calibration_id: randomUUID() } })).toEqual([400, 'package']);
  expect(await said({}, { audio: Buffer.alloc(1) })).toEqual([400, 'package']);
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forged = {
    manifest: { ...stated, sender: { name: 'Eve', public_key: pemOf(stranger.publicKey) } },
    recipient: leader.public_key,
  };
  const eve = createHash('sha256')
    .update(stranger.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
  expect(
    (await bringIn(admin, packageOf({ ...forged, sender: stranger.privateKey }), eve)).body.details,
  ).toHaveProperty('package');
  // Sent to an evaluator of the round, who does not lead it.
  const adas = await identityOf(ada);
  const toAda = packageOf({ manifest: { ...stated, recipient: adas.fingerprint }, sender, recipient: adas.public_key });
  ada.may([...scoring, 'evaluation_reports:calibrate']);
  expect((await bringIn(ada, toAda, own.fingerprint)).status).toBe(403);
  ada.may([...scoring]);
  expect((await bringIn(ada, toAda, own.fingerprint)).status).toBe(403);
  expect(given.database(dumpOf)).toEqual(before);
  await admin.put(url, { calibration: { status: 'ended' } });
  expect(await said({})).toEqual([409]);
});

test('a round from elsewhere is deleted with its calls, and can then be brought in again', async () => {
  const { there, leila, leader, file } = await sent();
  const { body } = await bringIn(leila, file, leader.fingerprint);
  const { calls } = (await leila.get(body.url)).body.calibration;

  expect((await leila.delete(`${body.url}?with_calls=1`)).status).toBe(403);
  leila.may([...bringing, 'calls:delete']);
  expect((await leila.delete(`${body.url}?with_calls=2`)).status).toBe(400);
  expect((await leila.delete(`${body.url}?with_calls=1`)).status).toBe(200);
  for (const { call_id } of calls) expect((await there.admin.get(`/api/v2/calls/${call_id}.json`)).status).toBe(404);
  expect((await bringIn(leila, file, leader.fingerprint)).status).toBe(201);
});

test('the program in the documentation opens a package with openssl', async () => {
  const key = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const { admin, at, outside } = await roundWith(pemOf(key.publicKey));
  const file = await bytesOf(admin, at(`/packages/${outside.user_id}`));
  const folder = temporaryFolder();
  const [program = ''] = readFileSync('docs/package.md', 'utf8').match(/(?<=```js\n).*?(?=```)/s) ?? [];
  expect(program.split('\n').length).toBeLessThanOrEqual(61);
  writeFileSync(join(folder, 'open-package.mjs'), program);
  writeFileSync(join(folder, 'key.pem'), key.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(join(folder, 'a.earshot-package'), file);
  const open = () =>
    execFileSync(process.execPath, ['open-package.mjs', 'a.earshot-package', 'key.pem', 'out'], {
      cwd: folder,
      stdio: 'pipe',
    });

  open();

  expect(JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')).calibration.name).toBe('November');
  expect(readFileSync(join(folder, 'out/1'))).toEqual(sound('short-stereo-16k.wav'));
  expect(readFileSync(join(folder, 'out/2'))).toEqual(sound('question.mp3'));
  file[file.length - 20] = (file[file.length - 20] ?? 0) ^ 1;
  writeFileSync(join(folder, 'a.earshot-package'), file);
  expect(open).toThrow();
}, 60_000);

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;

/** The private key of a user, which their password opens. */
async function privateKeyOf(
  { given }: Pick<TestService, 'given'>,
  { user_id, password }: { user_id: string; password: string },
) {
  const stored = given.database((db) =>
    db.prepare<[string], Json>('SELECT * FROM user_credentials WHERE user_id = ?').get(user_id),
  );
  const key = await openByPassword(password, user_id, stored, 14);
  if (!key) throw new Error('The password is wrong.');
  return key;
}

async function piecesIn(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
