import { strictEqual } from 'node:assert';
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fingerprintOfKey } from '../../electron/service/audio/container/data-key';
import { containerOf } from '../../electron/service/audio/container/writer';
import { packageHead } from '../../electron/service/resources/exchange/packages/format';
import type { Connection } from '../../electron/service/store/connection';
import type { Caller } from './caller';
import { answersTo, formAndCall, made } from './evaluation';
import type { Person } from './given';
import { idIn } from './id-in';
import { startService, type TestOptions, type TestService } from './start-service';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Json = any;

export const rounds = '/api/v2/calibrations.json';
export const packages = '/api/v2/packages';
export const scoring = ['evaluation_reports:view', 'evaluation_reports:edit', 'calls:view'] as const;
export const bringing = [...scoring, 'calls:create', 'calls:download', 'evaluation_reports:delete'] as const;

/** An evaluator with an archive of their own. Each test has the same users, so the nth one is somebody else. */
export async function elsewhere(options: TestOptions = {}): Promise<TestService & { leila: Person }> {
  const started = await startService(options);
  for (let n = 0; n < 3; n++) await started.given.user();
  const leila = await started.given.user({ permissions: [...bringing] });
  return { ...started, leila };
}

/** The key of a user, for those who send them packages. */
export const identityOf = async (caller: Pick<Person, 'get' | 'user_id'>): Promise<Json> =>
  (await caller.get(`/api/v2/users/${caller.user_id}/identity.json`)).body.identity;

/** A round of two calls, which Ada scores here and somebody with this key on another machine. The administrator leads it. */
export async function roundWith(public_key: string, options: TestOptions = {}) {
  const started = await startService(options);
  const { admin, given } = started;
  const { form_id, sections } = await formAndCall(started);
  const [agent, outside, ada] = [
    await given.user(),
    await given.user({ permissions: [...scoring] }),
    await given.user({ permissions: [...scoring] }),
  ];
  const calls = [await given.recorded('short-stereo-16k.wav'), await given.recorded('question.mp3')];
  const record = {
    name: 'November',
    description: 'Tone',
    form_id,
    calls: calls.map((call_id) => ({ call_id, agent_user_id: agent.user_id })),
    evaluators: [{ user_id: ada.user_id }, { user_id: outside.user_id, public_key }],
    deadline: '2026-12-24T12:00:00Z',
  };
  const url = await made(admin, rounds, { calibration: record });
  const at = (path: string) => url.replace('.json', path);
  return { ...started, url, at, sections, calls, record, ada, agent, outside, id: idIn(url) };
}

/** The bytes of a download. */
export async function bytesOf(caller: Caller, path: string): Promise<Buffer> {
  const response = await caller.raw(path);
  const bytes = Buffer.from(await response.arrayBuffer());
  strictEqual(response.status, 200, bytes.toString());
  return bytes;
}

/** Sends a package. */
export async function send(caller: Caller, path: string, file: Uint8Array): Promise<{ status: number; body: Json }> {
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await caller.raw(path, { method: 'POST', headers, body: file as Uint8Array<ArrayBuffer> });
  return { status: response.status, body: await response.json() };
}

/** Brings in a package that this key signed. */
export const bringIn = (caller: Caller, file: Uint8Array, signer: string) =>
  send(caller, `${packages}?signer=${signer}`, file);

/** Scores every call of a round with these answers. */
export async function scoreAll(caller: Caller, url: string, answers: readonly unknown[][]): Promise<void> {
  const { calls } = (await caller.get(url)).body.calibration;
  for (const [place, { report_id }] of calls.entries()) {
    const path = `/api/v2/evaluation_reports/${report_id}.json`;
    const { sections } = (await caller.get(path)).body.evaluation_report;
    const body = { sections: answersTo(sections, answers[place] ?? []), status: 'completed' };
    const { status, body: said } = await caller.put(path, { evaluation_report: body });
    strictEqual(status, 200, JSON.stringify(said));
  }
}

/** A file of the test data. */
export const sound = (name: string): Buffer => readFileSync(`tests/data/audio/${name}`);

/** The hash of each table's rows, besides the audit log, by the name of the table. */
export function dumpOf(db: Connection): Record<string, string> {
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .filter(({ name }) => !/^(audit_|sqlite_)/.test(name));
  const hashOf = (rows: object[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  return Object.fromEntries(
    tables.map(({ name }) => [name, hashOf(db.prepare<[], object>(`SELECT * FROM "${name}"`).all())]),
  );
}

type Making = {
  manifest: object;
  sender: KeyObject;
  recipient: string;
  audio?: Buffer;
  chunkLog2?: number;
  keys?: number;
};

/** A package that says anything. `recipient`: the public key that it is sealed to. */
export function packageOf({
  manifest,
  sender,
  recipient,
  audio = Buffer.alloc(0),
  chunkLog2 = 16,
  keys = 1,
}: Making): Buffer {
  const publicKey = createPublicKey(recipient);
  const to = { fingerprint: fingerprintOfKey(publicKey), publicKey };
  const head = packageHead(manifest as never, sender);
  return containerOf(Buffer.concat([head, audio]), { recipients: Array(keys).fill(to), chunkLog2 }).bytes;
}
