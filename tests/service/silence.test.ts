import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../electron/service/http/listener';

const silentMs = 1000;

/** A door whose clients may be silent for a second. */
async function doorFor(fetch: (request: Request) => Promise<Response>) {
  const listener = await listen(fetch, [0], { silentMs });
  onTestFinished(() => listener.close());
  return listener.port;
}

/** Sends these bytes and then nothing. Resolves with what was received when the door closes the connection. */
function sendsOnly(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.on('data', (piece) => {
      received += piece;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test.for(['GET', 'POST'])(
  'a response to %s that takes longer to make than a client may be silent arrives',
  async (method) => {
    const port = await doorFor(async (request) => {
      const body = await request.text();
      await after(3 * silentMs);
      return new Response(`${body.length} bytes`);
    });

    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method,
      ...(method === 'POST' && { body: 'twelve bytes' }),
    });

    expect([response.status, await response.text()]).toEqual([200, method === 'POST' ? '12 bytes' : '0 bytes']);
  },
);

test('a body that is read late arrives whole', async () => {
  const port = await doorFor(async (request) => {
    await after(3 * silentMs);
    return new Response(`${(await request.arrayBuffer()).byteLength}`);
  });
  const body = new Uint8Array(4 * 1024 * 1024);

  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body });

  expect(await response.text()).toBe(String(body.length));
});

test('a sender that is silent in the middle of its body is cut, also where the body is read late', async () => {
  let ended = 0;
  const port = await doorFor(async (request) => {
    await after(new URL(request.url).pathname === '/late' ? 2 * silentMs : 0);
    await request.text().catch(() => ended++);
    return new Response('read');
  });
  const cut = (path: string) =>
    sendsOnly(port, `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\nsome bytes`);

  expect([await cut('/now'), await cut('/late')]).not.toContain('read');
  expect(ended).toBe(2);
});

test('a receiver that takes nothing of a long response is cut', async () => {
  const given = new Promise<string>((resolve) => {
    const port = doorFor(
      async () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
            cancel: () => resolve('cancelled'),
          }),
        ),
    );
    void port.then((port) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
      );
      socket.on('error', () => {});
      socket.pause();
    });
  });

  expect(await given).toBe('cancelled');
});
