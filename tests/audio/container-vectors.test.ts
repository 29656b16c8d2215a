import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dataKeyLabel, derivedKeys, unwrapWith } from '../../electron/service/audio/container/data-key';
import { headerOf } from '../../electron/service/audio/container/header';
import { memorySource } from '../support/memory-source';
import { given, pattern, readAll, sealed } from './given-container';

const hex = (text: string) => Buffer.from(text, 'hex');

/** The published vectors of the container format. */
const vector = {
  dek: Buffer.from(Array.from({ length: 32 }, (_, i) => i)),
  fileId: hex('00112233445566778899aabbccddeeff'),
  salt: Buffer.alloc(32, 0x5a),
};
const payloadKey = 'a6118dc753120bc69ee48c84e4b593186224f861d05761562541fdba4102408c';
const headerKey = '3199ece8badb9696270d929af3ba6f899fa811f1939f1d201185bf8457deed73';
const plain = pattern(40_000);

const written = (bytes: Buffer) => {
  const { writer, bytes: file } = sealed(bytes, { chunkLog2: 14, seed: vector });
  return { writer, file, payload: file.subarray(writer.header.length) };
};

describe('the published vectors', () => {
  test('give both keys', () => {
    const keys = derivedKeys(vector.dek, vector.salt);

    expect(keys.payload.toString('hex')).toBe(payloadKey);
    expect(keys.header.toString('hex')).toBe(headerKey);
  });

  test('give the payload, to the byte', () => {
    const { payload } = written(plain);

    expect(payload.length).toBe(40_048);
    expect(createHash('sha256').update(payload).digest('hex')).toBe(
      'c95207d24a9149b4d50d981f63435c8dc902bbfef40a6ca6acec8c97b666d470',
    );
    expect(payload.subarray(16_384, 16_400).toString('hex')).toBe('b1555e6265f6a5614b749670d2ce76a7');
  });

  test('give the empty file', () => {
    const { payload } = written(Buffer.alloc(0));

    expect(payload.toString('hex')).toBe('63c435552bea0a92f9063ecff877c56a');
  });

  test('match a reader written from the documentation alone: nonce and additional data of the last chunk', () => {
    const { file, payload } = written(plain);
    const last = payload.subarray(2 * 16_400);
    const aad = Buffer.concat([file.subarray(0, 12), vector.fileId, hex('0000000000000002'), hex('01')]);

    const decipher = createDecipheriv('aes-256-gcm', hex(payloadKey), hex('000000000000000000000201'), {
      authTagLength: 16,
    });
    decipher.setAAD(aad).setAuthTag(last.subarray(-16));
    const opened = Buffer.concat([decipher.update(last.subarray(0, -16)), decipher.final()]);

    expect(aad.length).toBe(37);
    expect(opened.equals(plain.subarray(32_768))).toBe(true);
  });

  test('lay out the header as documented', () => {
    const { writer } = written(plain);
    const { header } = writer;
    const head = header.subarray(0, -32);

    expect(header.subarray(0, 12).toString('hex')).toBe('894352410d0a1a0a01010e00');
    expect(header.readUInt32BE(12)).toBe(header.length);
    expect(header.subarray(16, 32)).toEqual(vector.fileId);
    expect(header.subarray(32, 64)).toEqual(vector.salt);
    expect(header.readUInt16BE(64)).toBe(1);
    expect(header.subarray(66, 68).toString('hex')).toBe('0100');
    expect(header.readUInt16BE(68)).toBe(32 + 256);
    expect(header.subarray(70, 102)).toEqual(given.recipient.fingerprint);
    expect(header.length).toBe(66 + 4 + 32 + 256 + 32);
    expect(createHmac('sha256', hex(headerKey)).update(head).digest()).toEqual(writer.headerMac);
  });

  test('are read back', async () => {
    const { file } = written(plain);

    expect((await readAll(file, unwrapWith(given.privateKey))).equals(plain)).toBe(true);
  });
});

test('the data key is wrapped under a label that contains the file id', async () => {
  const { bytes, dek, fileId } = sealed(plain);
  const { stanzas } = await headerOf(memorySource(bytes));
  const unwrap = unwrapWith(given.privateKey);

  expect(dataKeyLabel(fileId)).toEqual(Buffer.concat([Buffer.from('cra1/dek\0', 'latin1'), fileId]));
  expect(await unwrap(stanzas[0]!, dataKeyLabel(fileId))).toEqual(dek);
  expect(() => unwrap(stanzas[0]!, dataKeyLabel(Buffer.alloc(16)))).toThrow();
});

test.each([0, 1, 4095, 4096, 4097, 8192, 12_288, 12_289])(
  '%i bytes are read back however they were pushed',
  async (length) => {
    const bytes = pattern(length);

    for (const pieceBytes of [1, 1000, 4096, 100_000]) {
      const file = sealed(bytes, { pieceBytes: length > 0 && pieceBytes === 1 ? 7 : pieceBytes });
      expect(await readAll(file.bytes, file.dek)).toEqual(bytes);
      expect(file.bytes.length - file.writer.header.length).toBe(length + 16 * Math.max(1, Math.ceil(length / 4096)));
    }
  },
);

test('every cipher of a container sets its tag length, because Node would accept tags of 4 bytes', () => {
  const folder = 'electron/service/audio/container';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const calls = files.flatMap(
    (name) => readFileSync(join(folder, name), 'utf8').match(/create(?:De)?[cC]ipheriv\(.*/g) ?? [],
  );

  expect(calls).toHaveLength(2);
  for (const call of calls) expect(call).toMatch(/'aes-256-gcm'.*authTagLength: tagBytes/);
});

test('nothing can be pushed after the last chunk', () => {
  const { writer } = sealed(plain);

  expect(() => writer.push(plain)).toThrow('finished');
  expect(() => writer.finish()).toThrow('finished');
});
