import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Source } from '../../electron/service/http/answers';
import { sendAll } from '../../electron/service/http/send-all';

/** A source of these pieces. `closed` counts how often it was closed. */
function given(pieces: Buffer[]): Source & { closed: number } {
  return {
    closed: 0,
    async *read() {
      yield* pieces;
    },
    async close() {
      this.closed += 1;
    },
  };
}

test('each piece arrives, and its memory is freed when it is sent', async () => {
  const pieces = Array.from({ length: 40 }, (_, n) => Buffer.alloc(65_536, n + 1));
  const sent = Buffer.concat(pieces);
  const source = given(pieces);
  const server = createServer((_, outgoing) => void sendAll(source, outgoing)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));

  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  expect(Buffer.from(await response.arrayBuffer()).equals(sent)).toBe(true);
  expect(pieces.map((piece) => piece.length)).toEqual(pieces.map(() => 0));
  expect(source.closed).toBe(1);
});

test('a piece of a larger buffer is sent and kept', async () => {
  const larger = Buffer.from('a header and the rest');
  const written: string[] = [];
  const outgoing = new Writable({ write: (chunk, _, done) => done(void written.push(String(chunk))) });

  await sendAll(given([larger.subarray(0, 8), larger.subarray(8)]), outgoing);

  expect(written.join('')).toBe('a header and the rest');
  expect(String(larger)).toBe('a header and the rest');
});

test('a piece that could not be sent is kept, because the system may still read it, and the source is closed', async () => {
  const pieces = [Buffer.alloc(65_536, 1), Buffer.alloc(65_536, 2)];
  const source = given(pieces);
  const outgoing = new Writable({ write: (_, __, done) => done(new Error('The client has gone.')) });
  outgoing.on('error', () => {});

  await sendAll(source, outgoing);

  expect(pieces.map((piece) => piece.length)).toEqual([65_536, 65_536]);
  expect(source.closed).toBe(1);
});

test('a client that disconnects during a write ends it', async () => {
  const source = given([Buffer.alloc(65_536), Buffer.alloc(65_536)]);
  const outgoing = new Writable({ write: () => queueMicrotask(() => outgoing.destroy()) });

  await sendAll(source, outgoing);

  expect(source.closed).toBe(1);
});
