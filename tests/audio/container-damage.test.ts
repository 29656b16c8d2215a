import { createCipheriv, randomBytes } from 'node:crypto';
import { reason } from '@shared/reasons/reasons';
import { describe, expect, test } from 'vitest';
import { derivedKeys, type Unwrap, unwrapWith } from '../../electron/service/audio/container/data-key';
import { openContainer } from '../../electron/service/audio/container/reader';
import { containerWriter } from '../../electron/service/audio/container/writer';
import { Refusal } from '../../electron/service/refusal';
import {
  changed,
  chunkBytes,
  file,
  headerBytes,
  plain,
  unnoticedChanges,
  unnoticedCuts,
  unnoticedHeaders,
} from '../support/container-damage';
import { memorySource } from '../support/memory-source';
import { seed } from '../support/seed';
import { freshSeed, given, keyPair, readAll, refusalOf, sealed } from './given-container';

const own = unwrapWith(given.privateKey);

/** The four chunks with their tags, and a file with those chosen by `order`. */
const chunks = [0, 1, 2, 3].map((i) =>
  file.bytes.subarray(headerBytes + i * (chunkBytes + 16), headerBytes + (i + 1) * (chunkBytes + 16)),
);
const assembled = (...order: (number | Buffer)[]) =>
  Buffer.concat([file.writer.header, ...order.map((part) => (typeof part === 'number' ? chunks[part]! : part))]);

describe('damage is detected', () => {
  test('at every length that a file of four chunks can be cut to', async () => {
    expect(await unnoticedCuts()).toEqual([]);
  });

  test('at every byte of a file of four chunks', async () => {
    expect(await unnoticedChanges()).toEqual([]);
  });

  test('at every byte of the header, with the private key', async () => {
    const seen = new Set<string>();
    for (let at = 0; at < headerBytes; at += 1) {
      seen.add((await refusalOf(readAll(changed(file.bytes, at, 0x80), own))) ?? `unnoticed at ${at}`);
    }

    expect([...seen].sort()).toEqual([
      'IntegrityError cra_bad_header',
      'IntegrityError cra_bad_magic',
      'IntegrityError cra_bad_version',
      'IntegrityError cra_header_mac',
      'IntegrityError cra_truncated',
      'IntegrityError cra_unwrap',
      'PermissionError cra_no_key',
    ]);
  });

  const other = sealed(plain, { seed: { ...freshSeed(), dek: file.dek, salt: file.salt } });
  const foreign = other.bytes.subarray(headerBytes + chunkBytes + 16, headerBytes + 2 * (chunkBytes + 16));
  test.each<[string, Buffer, string]>([
    ['two chunks swapped', assembled(1, 0, 2, 3), 'cra_corrupt_chunk'],
    ['a chunk dropped', assembled(0, 2, 3), 'cra_corrupt_chunk'],
    ['the last chunk dropped', assembled(0, 1, 2), 'cra_truncated'],
    ['a chunk twice', assembled(0, 1, 1, 2, 3), 'cra_corrupt_chunk'],
    ['the last chunk twice', assembled(0, 1, 2, 3, 3), 'cra_corrupt_chunk'],
    ['a chunk of another file under the same key', assembled(0, foreign, 2, 3), 'cra_corrupt_chunk'],
    ['an extra byte', Buffer.concat([file.bytes, Buffer.alloc(1)]), 'cra_corrupt_chunk'],
    ['an extra chunk of zeros', Buffer.concat([file.bytes, Buffer.alloc(chunkBytes)]), 'cra_corrupt_chunk'],
    ['only a tag after full chunks', assembled(0, 1, 2, Buffer.alloc(16)), 'cra_truncated'],
    ['no chunk at all', file.writer.header, 'cra_truncated'],
    ['an empty file', Buffer.alloc(0), 'cra_truncated'],
    ['a newer version', changed(file.bytes, 8, 3), 'cra_bad_version'],
    ['another suite', changed(file.bytes, 9, 3), 'cra_bad_version'],
    ['a flag', changed(file.bytes, 11, 1), 'cra_bad_header'],
    ['a plain WAV file', Buffer.from('RIFF....WAVEfmt '), 'cra_bad_magic'],
  ])('%s', async (_, bytes, reason) => {
    expect(await refusalOf(readAll(bytes, file.dek))).toBe(`IntegrityError ${reason}`);
  });

  test('in random headers, always with a known reason', async () => {
    const { unnoticed, largestRead } = await unnoticedHeaders(20_000, seed);

    expect(unnoticed).toEqual([]);
    expect(largestRead).toBeLessThanOrEqual(65_536);
  });
});

describe('a damaged chunk', () => {
  const bytes = changed(file.bytes, headerBytes + chunkBytes + 16 + 5, 1);

  test('leaves the others readable, and returns none of its own bytes', async () => {
    const container = await openContainer(memorySource(bytes), file.dek);
    const received: Buffer[] = [];

    const refusal = await refusalOf(
      (async () => {
        for await (const part of container.read(0, plain.length - 1)) received.push(part);
      })(),
    );

    expect(refusal).toBe('IntegrityError cra_corrupt_chunk');
    expect(Buffer.concat(received).equals(plain.subarray(0, chunkBytes))).toBe(true);
  });
});

test('a tag of 4 bytes is refused, although Node would accept it', async () => {
  const { payload } = derivedKeys(file.dek, file.salt);
  const cipher = createCipheriv('aes-256-gcm', payload, Buffer.from('000000000000000000000001', 'hex'), {
    authTagLength: 4,
  });
  cipher.setAAD(Buffer.concat([file.bytes.subarray(0, 12), file.fileId, Buffer.alloc(8), Buffer.from([1])]));
  const body = Buffer.concat([cipher.update(plain.subarray(0, 12)), cipher.final(), cipher.getAuthTag()]);

  expect(await refusalOf(readAll(assembled(body), file.dek))).toBe('IntegrityError cra_corrupt_chunk');
});

test('a file that shrinks while it is read is detected', async () => {
  let isCut = false;
  const whole = memorySource(file.bytes);
  const container = await openContainer(
    { ...whole, read: async (at, length) => (await whole.read(at, length)).subarray(0, isCut ? 100 : length) },
    file.dek,
  );
  isCut = true;

  expect(await refusalOf(container.read(0, 9)[Symbol.asyncIterator]().next())).toBe('IntegrityError cra_truncated');
});

describe('keys', () => {
  const stranger = keyPair();
  const answer =
    (key: Buffer | undefined): Unwrap =>
    () =>
      key;

  test.each<[string, Unwrap | Buffer, string]>([
    ['of another person', unwrapWith(stranger.privateKey), 'PermissionError cra_no_key'],
    ['none', answer(undefined), 'PermissionError cra_no_key'],
    [
      'that do not fit the stanza they claim',
      (s, l) => unwrapWith(stranger.privateKey)({ ...s, fingerprint: stranger.recipient.fingerprint }, l),
      'IntegrityError cra_unwrap',
    ],
    ['too short', answer(Buffer.alloc(16)), 'IntegrityError cra_unwrap'],
    ['of another file', answer(randomBytes(32)), 'IntegrityError cra_header_mac'],
    ['of another file, given directly', randomBytes(32), 'IntegrityError cra_header_mac'],
    [
      'refused by the vault',
      () => Promise.reject(new Refusal('KeychainUnavailable', reason('keychain_absent'))),
      'KeychainUnavailable keychain_absent',
    ],
  ])('%s', async (_, key, refusal) => {
    expect(await refusalOf(readAll(file.bytes, key))).toBe(refusal);
  });

  test('any one of several recipients opens', async () => {
    const { bytes } = sealed(plain, { recipients: [stranger.recipient, given.recipient] });

    for (const { privateKey } of [stranger, given]) {
      expect((await readAll(bytes, unwrapWith(privateKey))).equals(plain)).toBe(true);
    }
  });

  test('a container has at least one and at most 64 recipients', async () => {
    const { bytes } = sealed(plain, { recipients: Array.from({ length: 64 }, () => given.recipient) });

    expect((await readAll(bytes, own)).equals(plain)).toBe(true);
    expect(() => sealed(plain, { recipients: Array.from({ length: 65 }, () => given.recipient) })).toThrow(RangeError);
    expect(() => sealed(plain, { recipients: [] })).toThrow(RangeError);
  });
});

test('two files swapped on disk are detected by the header MAC in the row', async () => {
  const other = sealed(plain);

  expect(await refusalOf(readAll(other.bytes, own, file.writer.headerMac))).toBe('IntegrityError cra_header_mac');
  expect((await readAll(file.bytes, own, file.writer.headerMac)).equals(plain)).toBe(true);
});

test('each file has its own data key, id and salt', async () => {
  const writers = [1, 2].map(() => containerWriter({ recipients: [given.recipient], chunkLog2: 16 }));
  const [a, b] = writers.map((writer) => Buffer.concat([writer.header, writer.push(plain), writer.finish()]));

  expect(writers[0]!.fileId).not.toEqual(writers[1]!.fileId);
  expect(a!.subarray(32, 64)).not.toEqual(b!.subarray(32, 64));
  expect(a!.subarray(headerBytes)).not.toEqual(b!.subarray(headerBytes));
  for (const bytes of [a!, b!]) expect((await readAll(bytes, own)).equals(plain)).toBe(true);
});
