import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that a receiver got. */
export type Received = {
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: unknown };
};

/** Closes the connection without an answer. */
export const closes = 0;

/** A receiver of webhooks on loopback; `answer` gives the status of each request, or `closes`, and may wait. */
export async function receiver(answer: (received: Received) => number | Promise<number> = () => 204) {
  const received: Received[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const one = { headers: request.headers, text, body: JSON.parse(text) };
    response.statusCode = await answer(one);
    if (response.statusCode === 302) response.setHeader('Location', '/elsewhere');
    if (response.statusCode === closes) response.destroy();
    else response.end();
    received.push(one);
    for (const { count, go } of waiting) if (received.length >= count) go();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Resolves with the first requests, once as many have arrived. */
    async first(count: number): Promise<Received[]> {
      if (received.length < count) await new Promise<void>((go) => waiting.push({ count, go }));
      return received.slice(0, count);
    },
  };
}
