import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { jsonLines } from '../../electron/main/log';
import { LogFile, logNames } from '../../electron/main/log-file';
import { openConnection } from '../../electron/service/store/connection';
import { type Caller, callerOf } from '../support/caller';
import { administratorBy, run, serving, start } from '../support/command-line';
import { changeBytes, firstPageOf } from '../support/damaged-database';
import { filesBelow } from '../support/folder-files';
import { recording } from '../support/given';
import { idIn } from '../support/id-in';
import { openKeyring } from '../support/keyring';
import { receiver } from '../support/receiver';
import { columns, dataOf, ran, reportOf } from '../support/reports';
import { folderWith, wavOf } from '../support/sounds';
import { basic, temporaryFolder } from '../support/start-service';
import { toldIn, UsedTexts, writtenForms } from '../support/used-texts';

const calls = Number(process.env.EARSHOT_LOGGED_CALLS ?? 60);
const seed = Number(process.env.EARSHOT_TEST_SEED);
vi.setConfig({ testTimeout: 180_000 + calls * 1_000 });

const sound = readFileSync(recording('question.mp3'));
const setup_time = '2026-11-20T12:00:00Z';
const people = 'name,login,e-mail,password,token,secret,key,signature,client';
const kinds = `${people},number,file name,folder,note,value,search,address,title`.split(',');

test('the log and the bundle tell nothing that was used in a day of calls, refusals, damage and wrong passwords', async () => {
  const day = await begin();
  const { used, places, files } = day;

  const first = await day.open();
  await work(day, first, 0, calls / 2);
  const importing = start(['import', day.sounds(20), '--data', places.data], day.env);
  await first.hasImport();
  await first.stop('SIGKILL');
  await importing.ended;
  occupy(join(places.data, 'api.json'));
  const second = await day.open();
  await work(day, second, calls / 2, calls);
  await second.stop('SIGTERM');
  damagePage(join(places.data, 'earshot.db'));
  occupy(join(places.data, 'commands.json'));
  const third = await day.open();
  expect((await third.admin.get('/api/v2/calls.json')).status).toBe(500);
  await third.stop('SIGTERM');
  const bundle = join(temporaryFolder(), 'bundle.zip');
  await run(['doctor', '--data', places.data, '--bundle', bundle], day.env);

  cpSync(join(places.state, 'earshot', 'log'), join(files, 'log'), { recursive: true });
  unzip(bundle, join(files, 'bundle'));
  const { told, bytes } = toldIn(files, used.all);
  process.stdout.write(`no names in log: ${calls} calls, ${used.all.length} texts in ${bytes} bytes\n`);
  expect(told).toEqual([]);
  expect(new Set(used.all.map(({ kind }) => kind))).toEqual(new Set(kinds));
  expect(filesBelow(files)).toEqual([
    'bundle/doctor.json',
    'bundle/earshot.log',
    'log/earshot.log',
    'standard-error-1',
    'standard-error-2',
    'standard-error-3',
  ]);
  const lines = readFileSync(join(files, 'log', 'earshot.log'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(new Set(lines.map((line) => JSON.parse(line).msg))).toEqual(
    new Set([
      'api.json was not written or removed',
      'commands are refused',
      'file not imported',
      'request failed',
      'request refused',
      'signed URL refused',
      'the database is damaged',
    ]),
  );
});

test('the search finds a text of each kind in each form, also in an older file of the log', () => {
  const folder = temporaryFolder();
  const log = jsonLines(new LogFile(folder));
  const used = new UsedTexts(seed);
  for (const kind of kinds) kind === 'number' ? used.number() : used.word(kind);
  log({ code: 'ENOENT' }, 'request failed');
  expect(toldIn(folder, used.all).told).toEqual([]);

  const forms = {
    ...writtenForms,
    folded: (text: string) => text.toLowerCase(),
    hex: (text: string) => Buffer.from(text).toString('hex'),
    base64: (text: string) => Buffer.from(`a:${text}`).toString('base64'),
    base64url: (text: string) => Buffer.from(`${text}:b`).toString('base64url'),
  };
  for (const [n, form] of Object.values(forms).entries()) {
    const lines = used.all.map(({ text }) => form(text));
    writeFileSync(join(folder, logNames[n % logNames.length] ?? ''), `${lines.join('\n')}\n`);
    const { told } = toldIn(folder, used.all);
    rmSync(join(folder, logNames[n % logNames.length] ?? ''));
    expect(told.length).toBe(used.all.length);
  }
});

type Day = Awaited<ReturnType<typeof begin>>;
type Opened = Awaited<ReturnType<Day['open']>>;

/** An archive in a folder with an odd name, its log, and a folder for all that is searched. */
async function begin() {
  const used = new UsedTexts(seed);
  const root = temporaryFolder();
  const folder = () => `${used.word('folder')} ${used.number()} ${used.word('folder')}'s\n${used.word('folder')} x`;
  const made = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  };
  const places = { data: made(join(root, folder())), state: made(join(root, folder())) };
  const files = temporaryFolder();
  for (const path of [root, files, process.cwd()]) used.keep('folder', path);
  const keyring = await openKeyring(temporaryFolder());
  const [login, password] = [used.word('login'), `${used.word('password')} ${used.word('password')}`];
  const administrator = { ...administratorBy(password), EARSHOT_ADMIN_LOGIN: login };
  const env = keyring.env({ ...administrator, XDG_STATE_HOME: places.state });
  const client = { 'user-agent': used.word('client') };
  let starts = 0;

  /** A running service, whose standard error is kept when it stops. */
  async function open() {
    const { announced, stop } = await serving(places.data, env);
    const { url } = announced;
    const through = (headers: Record<string, string> = {}) =>
      callerOf(
        (request) => {
          const { pathname, search } = new URL(request.url);
          return fetch(`${url}${pathname}${search}`, request);
        },
        { ...client, ...headers },
      );
    const signedIn = (login: string, password: string) => through({ authorization: basic(login, password) });
    const admin = signedIn(login, password);
    for (const key of Object.values(await keyring.content())) used.keep('key', key);
    for (const [name, field] of [
      ['api.json', 'proof_key'],
      ['commands.json', 'key'],
    ] as const) {
      const path = join(places.data, name);
      if (filesBelow(places.data).includes(name)) used.keep('key', JSON.parse(readFileSync(path, 'utf8'))[field]);
    }
    const imports = async () => (await admin.get('/api/v2/imports.json?limit=1000')).body.imports.length;
    const before = await imports();
    return {
      url,
      admin,
      through,
      signedIn,
      hasImport: () => vi.waitFor(async () => expect(await imports()).toBeGreaterThan(before), 60_000),
      async stop(signal: NodeJS.Signals) {
        const { stderr } = await stop(signal);
        starts += 1;
        writeFileSync(join(files, `standard-error-${starts}`), stderr);
      },
    };
  }

  /** A folder of recordings, none of which has another's name. */
  const sounds = (count: number) =>
    folderWith(Object.fromEntries(Array.from({ length: count }, () => [`${used.word('file name')}.wav`, {}])));
  return { used, places, files, env, open, sounds };
}

/** What people and tools do with the calls from one number to another. */
async function work(day: Day, opened: Opened, from: number, to: number): Promise<void> {
  const { used } = day;
  const { admin, signedIn } = opened;
  const custom_field = { name: used.word('title'), type: 'string', editable: true };
  await made(admin, 'custom_fields', { custom_field });
  const hook = await receiver(() => 500);
  for (const url of [`${hook.url}?key=${used.word('address')}`, `http://127.0.0.1:9/${used.word('address')}`]) {
    const webhook = { name: used.word('title'), url, events: ['call.created'] };
    used.keep('secret', (await made(admin, 'webhooks', { webhook })).secret);
  }
  const permissions = { system: ['api_access'], calls: ['view'] };
  const role_id = idIn((await made(admin, 'roles', { role: { name: used.word('title'), permissions } })).url);
  const viewer = await person(day, opened, role_id);
  for (let n = from; n < to; n += 1) {
    const call = await pushed(day, admin, custom_field.name);
    const [term, number] = [used.word('search'), used.number()].map(encodeURIComponent);
    await expectAnswer(admin.get(`/api/v2/calls.json?search_term=${term}`), 200);
    const filter = `advanced_search=1&phone_number__starts_with=${number}`;
    await expectAnswer(admin.get(`/api/v2/calls.json?${filter}`), 200);
    const [status, ask] = refusals[n % refusals.length]!;
    await expectAnswer(ask({ ...opened, used, viewer: signedIn(viewer.login, viewer.password), call }), ...status);
    if (n % 10 === 0) await play(day, opened, call, n / 10);
    if (n % 100 === 99) await expectAnswer(admin.delete((await person(day, opened, role_id)).url), 200);
    if (n % 200 === 0) await bringIn(day, admin, call);
  }
  await expectAnswer(admin.delete(viewer.url), 200);
  await hook.first(1);
  const report = await reportOf(admin, {
    name: used.word('title'),
    ...columns('user', 'count_calls'),
    filters: [{ param: 'phone_number', op: 'starts_with', val: used.number() }],
  });
  const { url } = await ran(admin, report, { name: used.word('title') });
  expect((await admin.raw(dataOf(url, 'csv'))).status).toBe(200);
  const saved_search = { name: used.word('title'), query: `search_term=${used.word('search')}` };
  await made(admin, 'saved_searches', { saved_search });
  expect((await admin.get('/api/v2/audit_log/verification.json')).status).toBe(200);
  await made(admin, 'backups', { backup: {} });
}

async function made(caller: Caller, collection: string, record: object) {
  const { status, body } = await caller.post(`/api/v2/${collection}.json`, record);
  expect([collection, status, body.details]).toEqual([collection, 201, undefined]);
  return body;
}

async function expectAnswer(answer: Promise<{ status: number; body?: unknown }>, ...expected: number[]): Promise<void> {
  const { status, body } = await answer;
  expect(expected, `${status} ${JSON.stringify(body)?.slice(0, 300)}`).toContain(status);
}

/** A call with a note; returns its address. */
async function pushed({ used }: Day, admin: Caller, field: string): Promise<string> {
  const participant = { party_number: used.number(), party_name: used.word('name') };
  const call = {
    setup_time,
    from_number: used.number(),
    to_number: used.number(),
    from_name: used.word('name'),
    to_name: `${used.word('name')} ${used.word('name')}`,
    participants: [participant],
    custom_fields: [{ name: field, value: used.word('value') }],
  };
  const { url } = await made(admin, 'calls', { call });
  await made(admin, `calls/${idIn(url)}.json/notes`, { note: { text: `${used.word('note')} ${used.number()}` } });
  return url;
}

/** A user who is renamed, signs in after a wrong password, and has a token. */
async function person({ used }: Day, { admin, through, signedIn }: Opened, role_id: string) {
  const { groups } = (await admin.get('/api/v2/groups.json')).body;
  const [login, password] = [used.word('login'), used.word('password')];
  const user = {
    name: used.word('name'),
    email: `${used.word('e-mail').normalize('NFD').replace(/\W/g, '')}@example.org`,
    group_id: groups[0].group_id,
    role_id,
    fieldset_login: { can_login: true, login, password, must_change_password: false },
  };
  used.keep('e-mail', user.email);
  const { url } = await made(admin, 'users', { user });
  await expectAnswer(admin.put(url, { user: { name: used.word('name') } }), 200);
  await expectAnswer(admin.post('/api/v2/users.json', { user: { ...user, name: used.word('name') } }), 400, 409);
  const session = (password: string) => through().post('/api/v2/sessions.json', { login, password });
  await expectAnswer(session(used.word('password')), 401);
  await expectAnswer(signedIn(login, used.word('password')).get('/api/v2/calls.json'), 401);
  const { token } = (await session(password)).body;
  const own = await made(signedIn(login, password), `users/${idIn(url)}/tokens`, {
    token: { name: used.word('title') },
  });
  for (const one of [token, own.token]) {
    used.keep('token', one);
    await expectAnswer(through({ authorization: `Bearer ${one}` }).get('/api/v2/calls.json'), 200);
  }
  return { url, login, password };
}

const flip = (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
/** Damage to a recording or its side file. */
const damages: ((file: string, peaks: string) => void)[] = [
  (file) => changeBytes(file, 40, (bytes) => void flip(bytes)),
  (file) => changeBytes(file, 9_000, (bytes) => void flip(bytes)),
  (file) => {
    rmSync(file);
    mkdirSync(file);
  },
  (_, peaks) => truncateSync(peaks, 20),
  (file) => rmSync(file),
];

/** The status of the answer to a recording of a call. */
async function sent(caller: Caller, call: string): Promise<number> {
  const headers = { 'content-type': 'audio/mpeg' };
  return (await caller.raw(`${call}/file`, { method: 'PUT', headers, body: new Uint8Array(sound) })).status;
}

/** Records a call, plays it, also through a signed URL, damages it and plays it again. */
async function play({ used, places }: Day, { admin, url, through }: Opened, call: string, turn: number): Promise<void> {
  expect(await sent(admin, call)).toBe(201);
  const { signed_url } = (await admin.get(`${call}/file_url.json?expires=600`)).body;
  used.keep('signature', new URL(signed_url).searchParams.get('sign') ?? '');
  const target = signed_url.replace(url, '');
  const play = async () => {
    const asked = [
      ...[target, `${target}0`, `/calls/file/${used.word('address')}/signed?sign=${used.word('signature')}`].map(
        (path) => through().raw(path),
      ),
      admin.raw(`${call}/audio`),
      admin.raw(`${call}/audio`, { headers: { range: 'bytes=99999999-' } }),
      admin.raw(`${call}/peaks.json`),
    ];
    return Promise.all(
      asked.map(async (response) => {
        const { status, body } = await response;
        return body
          ? textOf(body).then(
              () => status,
              () => 0,
            )
          : status;
      }),
    );
  };
  const whole = [200, 403, 403, 200, 416, 200];
  expect(await play()).toEqual(whole);
  const [file, peaks] = pathsOf(places.data, idIn(call));
  damages[turn % damages.length]?.(file, peaks);
  expect(await play()).not.toEqual(whole);
}

/** The stored files of a recorded call. */
function pathsOf(dataFolder: string, call_id: string): [file: string, peaks: string] {
  const db = openConnection(join(dataFolder, 'earshot.db'), { readonly: true });
  const sql = 'SELECT file_path, peaks_path FROM call_files JOIN calls USING (call_pk) WHERE call_id = ?';
  const row = db.prepare<[string], { file_path: string; peaks_path: string }>(sql).get(call_id);
  db.close();
  if (!row) throw new Error('The call has no recording.');
  return [join(dataFolder, 'audio', row.file_path), join(dataFolder, 'audio', row.peaks_path)];
}

/** Imports a folder of good and broken files twice, the first time while the archive cannot keep any. */
async function bringIn({ used, places, env }: Day, admin: Caller, call: string): Promise<void> {
  const file = () => used.word('file name');
  const csv = [
    'file,setup_time,from_number,from_name',
    `${file()}.wav,2026-13-45,${used.number()},${used.word('name')}`,
  ];
  const folder = folderWith(
    {
      [`${file()} ${used.number()}.wav`]: wavOf(),
      [`${used.word('folder')}/${file()}.wav`]: wavOf(),
      [`${file()}'s ${file()}\n${file()} ${file()}.wav`]: wavOf(),
      [`${file()}.wav`]: used.word('value'),
      [`${file()}.mp3`]: sound.subarray(0, 400),
      [`${file()}.csv`]: csv.join('\n'),
      [`${file()}.json`]: `{"from_name": ${used.word('name')}`,
    },
    join(temporaryFolder(), used.word('folder')),
  );
  const temporary = join(places.data, 'audio', 'tmp');
  renameSync(temporary, `${temporary}-away`);
  writeFileSync(temporary, '');
  await run(['import', folder, '--data', places.data], env);
  expect(await sent(admin, call)).toBe(500);
  rmSync(temporary);
  renameSync(`${temporary}-away`, temporary);
  const { code, stderr } = await run(['import', folder, '--data', places.data], env);
  expect(code, stderr).toBe(0);
}

type Refused = Opened & { used: UsedTexts; viewer: Caller; call: string };
const json = { 'content-type': 'application/json' };
const categories = '/api/v2/categories.json';

/** What is refused, with the statuses that it may get. */
const refusals: [status: number[], ask: (tools: Refused) => Promise<{ status: number; body?: unknown }>][] = [
  [
    [400],
    ({ admin, used }) => admin.post('/api/v2/calls.json', { call: { setup_time, from_number: `${used.number()}\n1` } }),
  ],
  [
    [400],
    ({ admin, used }) =>
      admin.raw(categories, { method: 'POST', headers: json, body: `{"name": ${used.word('name')}` }),
  ],
  [[400], ({ admin, used }) => admin.get(`/api/v2/calls.json?${encodeURIComponent(used.word('search'))}=1`)],
  [
    [400],
    ({ admin, used }) => admin.get(`/api/v2/calls.json?advanced_search=1&from_name__like=${used.word('search')}`),
  ],
  [
    [400],
    ({ admin, used, call }) =>
      admin.raw(`${call}/file`, { method: 'PUT', headers: { 'content-type': 'audio/wav' }, body: used.word('value') }),
  ],
  [
    [401],
    ({ through, used }) =>
      through({ authorization: `Bearer earshot_${encodeURIComponent(used.word('token'))}` }).get(categories),
  ],
  [[401], ({ through, used }) => through({ authorization: encodeURIComponent(used.word('token')) }).get(categories)],
  [
    [401, 429],
    ({ through, used }) =>
      through().post('/api/v2/sessions.json', { login: used.word('login'), password: used.word('password') }),
  ],
  [[401, 429], ({ signedIn, used }) => signedIn(used.word('login'), used.word('password')).get(categories)],
  [[403], ({ viewer, used }) => viewer.post(categories, { category: { name: used.word('title') } })],
  [
    [403],
    ({ viewer, used }) => viewer.get(`/api/v2/users.json?search_term=${encodeURIComponent(used.word('search'))}`),
  ],
  [
    [403],
    ({ admin, used }) =>
      admin.get(categories, { origin: `https://${encodeURIComponent(used.word('address'))}.example` }),
  ],
  [[404], ({ viewer, call }) => viewer.get(call)],
  [[404], ({ admin, used }) => admin.get(`/api/v2/calls/${encodeURIComponent(used.word('address'))}.json`)],
  [
    [404],
    ({ admin, used }) => admin.get(`/${encodeURIComponent(used.word('address'))}/${encodeURIComponent(used.number())}`),
  ],
  [[405], ({ admin, used }) => admin.raw(`${categories}?search_term=${used.word('search')}`, { method: 'PATCH' })],
  [
    [409],
    async ({ admin, used }) => {
      const parent = await made(admin, 'categories', { category: { name: used.word('title') } });
      await made(admin, 'categories', { category: { name: used.word('title'), parent_id: idIn(parent.url) } });
      return admin.delete(parent.url);
    },
  ],
  [
    [412],
    ({ admin, used, call }) =>
      admin.put(
        call,
        { call: { from_name: used.word('name') } },
        { 'if-match': `"${encodeURIComponent(used.word('value'))}"` },
      ),
  ],
  [
    [413],
    ({ admin, used }) =>
      admin.post(categories, { category: { name: used.word('title').repeat(100_000) } }, { connection: 'close' }),
  ],
  [[414], ({ admin, used }) => admin.raw(`/api/v2/calls.json?search_term=${used.word('search')}${'x'.repeat(9_000)}`)],
  [[415], ({ admin, used }) => admin.raw(categories, { method: 'POST', body: used.word('value') })],
  [[400], ({ url, used }) => spoken(url, `${used.word('value')} ${used.number()}`)],
  [
    [403],
    ({ url, used }) => spoken(url, `GET / HTTP/1.1\r\nHost: ${encodeURIComponent(used.word('address'))}.example`),
  ],
];

/** The answer to lines that no client would send. */
function spoken(url: string, lines: string): Promise<{ status: number }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(`${lines}\r\n\r\n`);
  return textOf(socket).then((answer) => ({ status: Number(answer.split(' ')[1]) }));
}

/** Overwrites a page that every list of calls reads. */
function damagePage(path: string): void {
  const { begin, end } = firstPageOf(path, 'calls_listed');
  changeBytes(path, begin, (bytes) => void bytes.fill(0xff), end - begin);
}

/** Puts a folder in place of a file that the program writes. */
function occupy(path: string): void {
  rmSync(path, { force: true });
  mkdirSync(path);
}

/** Writes the files of a zip whose headers say how long each is, as yazl writes those of buffers. */
function unzip(path: string, folder: string): void {
  const zip = readFileSync(path);
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, named, more] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
    const begin = at + 30 + named + more;
    const to = join(folder, zip.toString('utf8', at + 30, at + 30 + named));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, inflateRawSync(zip.subarray(begin, begin + packed)));
    at = begin + packed;
  }
}
