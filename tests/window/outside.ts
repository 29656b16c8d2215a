import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { type Earshot, person } from './launch';

/** Answers the system's dialogs with these responses, in order. Returns the texts of the dialogs. */
export async function answer(app: ElectronApplication, ...responses: number[]) {
  await app.evaluate(({ dialog }, responses) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = async (...sent: unknown[]) => {
      asked.push(sent.at(-1));
      return { response: responses.shift() ?? 2, checkboxChecked: false };
    };
  }, responses);
  return () => app.evaluate(() => (globalThis as unknown as { asked: Electron.MessageBoxOptions[] }).asked);
}

/** Closes the window as its frame does. */
export const closeWindow = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

/** Calls the API over TCP, as another tool does, or another person on theirs. */
export async function asTool(
  { dataFolder }: Pick<Earshot, 'dataFolder'>,
  method: string,
  path: string,
  body?: object | Buffer,
  { login, password }: { login: string; password: string } = person,
) {
  const { port } = JSON.parse(readFileSync(join(dataFolder, 'api.json'), 'utf8'));
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const isSound = Buffer.isBuffer(body);
  const headers = { authorization, 'content-type': isSound ? 'application/octet-stream' : 'application/json' };
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await fetch(url, {
    method,
    headers,
    body: isSound ? new Uint8Array(body) : (JSON.stringify(body) ?? null),
  });
  return response.json();
}

export type Received = { headers: Record<string, string>; text: string };

/** A receiver of webhooks on this computer, which answers with `status`. */
export async function receiver() {
  const state = { status: 204, received: [] as Received[], url: '', close: () => {} };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    state.received.push({
      headers: request.headers as Record<string, string>,
      text: Buffer.concat(parts).toString(),
    });
    response.writeHead(state.status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  state.close = () => server.close();
  return state;
}
