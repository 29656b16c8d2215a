import { createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { derivedKeys, fingerprintOfKey, unwrapWith } from '../../electron/service/audio/container/data-key';
import { openContainer } from '../../electron/service/audio/container/reader';
import { containerWriter, type Seed } from '../../electron/service/audio/container/writer';
import { Refusal } from '../../electron/service/refusal';
import * as tree from '../../electron/service/vault/key-tree';
import { checkValue } from '../../electron/service/vault/keychain-state';
import { seal, unseal } from '../../electron/service/vault/sealed';
import { kdfOf, newCredentials, openByPassword, stretch } from '../../electron/service/vault/user-pair';
import { unnoticedChanges, unnoticedCuts, unnoticedHeaders } from './container-damage';
import { memorySource } from './memory-source';

/**
 * A program for Node and for Electron's main process. EARSHOT_PROBE names the file it writes (the results of the crypto
 * code for fixed inputs, the damage it does not notice, and a key tree it made) and, after a colon, the file of the other runtime whose tree it reads.
 */
type Made = Record<'key_id' | 'user_id' | 'password' | 'fingerprint', string> &
  Record<'masterKey' | 'private_key_sealed' | 'kekSealed' | 'kekWrapped' | 'container', string> & {
    credentials: Record<'kdf' | 'salt' | 'verifier' | 'public_key' | 'private_key_sealed', string>;
  };
export type Probed = {
  runtime: string;
  fixed: Record<string, string>;
  /** The part of the time of one scrypt in which nothing else ran. */
  blocked: number;
  damage: Record<'cuts' | 'changes' | 'headers', (number | string)[]>;
  made: Made;
  read: Record<string, string>;
};

const hex = (text: string) => Buffer.from(text, 'hex');
const of64 = (text: string) => Buffer.from(text, 'base64');
const to64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const plain = Buffer.from(Array.from({ length: 40_000 }, (_, i) => i % 251));
const vector: Seed = {
  dek: Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
  fileId: hex('00112233445566778899aabbccddeeff'),
  salt: Buffer.alloc(32, 0x5a),
};

function written(bytes: Buffer, publicKey: Buffer, seed?: Seed) {
  const key = tree.publicKeyOf(publicKey);
  const recipients = [{ publicKey: key, fingerprint: fingerprintOfKey(key) }];
  const own = seed && { ...seed, dek: Buffer.from(seed.dek) };
  const writer = containerWriter({ recipients, chunkLog2: 14 }, own);
  const payload = Buffer.concat([writer.push(bytes), writer.finish()]);
  return { payload, file: Buffer.concat([writer.header, payload]) };
}

async function outcome(act: () => unknown): Promise<string> {
  try {
    await act();
    return 'accepted';
  } catch (cause) {
    return cause instanceof Refusal ? `refused ${cause.code} ${cause.reason.code}` : 'refused';
  }
}

async function readThrough(file: Buffer, key: Parameters<typeof openContainer>[1]): Promise<Buffer> {
  const container = await openContainer(memorySource(file), key);
  const parts: Buffer[] = [];
  for await (const bytes of container.read(0, container.length - 1)) parts.push(bytes);
  return Buffer.concat(parts);
}

/** The results that must be the same in every runtime. */
async function fixedResults(publicKey: Buffer): Promise<Record<string, string>> {
  const keys = derivedKeys(vector.dek, vector.salt);
  const { payload, file } = written(plain, publicKey, vector);
  const shortTag = (options?: { authTagLength: number }) => {
    const decipher = createDecipheriv('aes-256-gcm', vector.dek, Buffer.alloc(12), options as { authTagLength: 16 });
    decipher.setAuthTag(Buffer.alloc(4));
  };
  const sealed = seal(vector.dek, Buffer.from('a small secret'), 'aad');
  const flipped = Buffer.from(file);
  flipped[flipped.length - 20_000]! ^= 1;
  return {
    payloadKey: keys.payload.toString('hex'),
    headerKey: keys.header.toString('hex'),
    payload: sum(payload),
    emptyPayload: written(Buffer.alloc(0), publicKey, vector).payload.toString('hex'),
    checkValue: checkValue(vector.dek).toString('hex'),
    stretched: (await stretch('correct horse', { kdf: kdfOf(14), salt: vector.fileId }, 14)).toString('hex'),
    changedChunk: await outcome(() => readThrough(flipped, vector.dek)),
    changedSecret: await outcome(() => unseal(vector.dek, sealed, 'another aad')),
    shortTag: await outcome(() => shortTag({ authTagLength: 16 })),
    shortTagInSecret: await outcome(() => unseal(vector.dek, sealed.subarray(0, -12), 'aad')),
    shortTagInChunk: await outcome(() => readThrough(file.subarray(0, -12), vector.dek)),
  };
}

/** The damage of a container that is not noticed: of every length and byte, or of every `step`-th. */
const unnoticedDamage = async (step: number): Promise<Probed['damage']> => ({
  cuts: await unnoticedCuts(step),
  changes: await unnoticedChanges(step),
  headers: (await unnoticedHeaders(20_000 / step, Number(process.env.EARSHOT_TEST_SEED))).unnoticed,
});

/** The smallest of five, because a busy machine can hold this thread for longer than scrypt takes. */
async function blockedByScrypt(): Promise<number> {
  const parts: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now();
    const stretching = stretch('correct horse', { kdf: kdfOf(16), salt: vector.fileId }, 16);
    const called = performance.now() - start;
    (await stretching).fill(0);
    parts.push(called / (performance.now() - start));
  }
  return Math.min(...parts);
}

/** A key tree as made by a first run, with a recording. */
async function makeTree(): Promise<{ made: Made; publicKey: Buffer }> {
  const [key_id, user_id, password] = ['key', 'user', 'correct horse battery'];
  const masterKey = randomBytes(32);
  const pair = await tree.newPair(2048);
  const credentials = await newCredentials(user_id, password, 14);
  const { private_key_sealed, wrapped } = tree.sealPrivateKey(key_id, pair, (kek) => ({
    kekSealed: to64(tree.wrapForApplication(masterKey, key_id, pair.fingerprint, kek)),
    kekWrapped: to64(tree.wrapForUser(credentials.public_key, key_id, user_id, kek)),
  }));
  const made: Made = {
    key_id,
    user_id,
    password,
    fingerprint: pair.fingerprint,
    masterKey: to64(masterKey),
    private_key_sealed: to64(private_key_sealed),
    ...wrapped,
    container: to64(written(plain, pair.public_key).file),
    credentials: {
      kdf: credentials.kdf,
      salt: to64(credentials.salt),
      verifier: to64(credentials.verifier),
      public_key: to64(credentials.public_key),
      private_key_sealed: to64(credentials.private_key_sealed),
    },
  };
  return { made, publicKey: pair.public_key };
}

/** The recording, opened with the master key and with the password. */
async function readTree(made: Made): Promise<Record<string, string>> {
  const { key_id, user_id, fingerprint } = made;
  const key = { key_id, fingerprint, private_key_sealed: of64(made.private_key_sealed) };
  const { kdf, salt, verifier, public_key, private_key_sealed } = made.credentials;
  const stored = {
    kdf,
    salt: of64(salt),
    verifier: of64(verifier),
    public_key: of64(public_key),
    private_key_sealed: of64(private_key_sealed),
  };
  const own = await openByPassword(made.password, user_id, stored, 14);
  if (!own) throw new Error('The password does not open its pair.');
  const byApplication = tree.openForApplication(of64(made.masterKey), key, of64(made.kekSealed));
  const byUser = tree.openForUser(own, user_id, key, of64(made.kekWrapped));
  return {
    byApplication: sum(await readThrough(of64(made.container), unwrapWith(byApplication))),
    byUser: sum(await readThrough(of64(made.container), unwrapWith(byUser))),
  };
}

async function probe(out: string, given: string | undefined): Promise<void> {
  const { made, publicKey } = await makeTree();
  const probed: Probed = {
    runtime: process.versions.electron ? `Electron ${process.type}` : 'Node',
    fixed: await fixedResults(publicKey),
    blocked: await blockedByScrypt(),
    damage: await unnoticedDamage(Number(process.env.EARSHOT_DAMAGE_STEP ?? 10)),
    made,
    read: given ? await readTree(JSON.parse(readFileSync(given, 'utf8')).made) : await readTree(made),
  };
  writeFileSync(out, JSON.stringify(probed));
}

const [out = '', given] = (process.env.EARSHOT_PROBE ?? '').split(':');
void probe(out, given).then(
  () => process.exit(0),
  (cause) => {
    process.stderr.write(`${cause.stack}\n`);
    process.exit(1);
  },
);
