import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Probed } from '../support/crypto-probe';

let node: Probed;
let electron: Probed;
/** The results of Node for the key tree that Electron made. */
let nodeAgain: Probed;

const folder = mkdtempSync(join(tmpdir(), 'earshot-probe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const program = await bundle();
  const runtime = process.env.EARSHOT_TEST_ELECTRON ?? (await electronOfSetUp());
  const inElectron = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--ozone-platform=headless', folder];
  const at = (name: string) => join(folder, `${name}.json`);
  node = await run(process.execPath, [program], at('node'));
  electron = await run(runtime, inElectron, at('electron'), at('node'));
  nodeAgain = await run(process.execPath, [program], at('node-again'), at('electron'));
}, 300_000);

const sumOfPlain = createHash('sha256')
  .update(Buffer.from(Array.from({ length: 40_000 }, (_, i) => i % 251)))
  .digest('hex');

describe('the crypto code in the main process of Electron', () => {
  test('gives the same results as in Node, to the byte', () => {
    expect([node.runtime, electron.runtime]).toEqual(['Node', 'Electron browser']);
    expect(electron.fixed).toEqual(node.fixed);
  });

  test('gives the published vectors', () => {
    expect(electron.fixed).toMatchObject({
      payloadKey: 'a6118dc753120bc69ee48c84e4b593186224f861d05761562541fdba4102408c',
      headerKey: '3199ece8badb9696270d929af3ba6f899fa811f1939f1d201185bf8457deed73',
      payload: 'c95207d24a9149b4d50d981f63435c8dc902bbfef40a6ca6acec8c97b666d470',
      emptyPayload: '63c435552bea0a92f9063ecff877c56a',
    });
  });

  test('refuses a tag of four bytes, and all changed input', () => {
    expect(electron.fixed).toMatchObject({
      shortTag: 'refused',
      shortTagInSecret: 'refused IntegrityError stored_key_damaged',
      shortTagInChunk: 'refused IntegrityError cra_corrupt_chunk',
      changedChunk: 'refused IntegrityError cra_corrupt_chunk',
      changedSecret: 'refused IntegrityError stored_key_damaged',
    });
  });

  test('computes scrypt beside the main loop', () => {
    expect(electron.blocked).toBeLessThan(0.25);
  });

  // Every tenth length, byte and header; with EARSHOT_DAMAGE_STEP=1 all of them.
  test('notices damaged containers', () => {
    expect(electron.damage).toEqual({ cuts: [], changes: [], headers: [] });
  });

  test('opens a key tree and a recording made in Node, and Node opens those made here', () => {
    const opened = { byApplication: sumOfPlain, byUser: sumOfPlain };
    expect([electron.read, nodeAgain.read]).toEqual([opened, opened]);
  });
});

/** Bundles the probe into one CommonJS file in a folder that Electron can start. */
async function bundle(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@shared': resolve('shared') } },
    ssr: { noExternal: true },
    build: {
      outDir: folder,
      emptyOutDir: false,
      ssr: resolve('tests/support/crypto-probe.ts'),
      target: 'node20',
      rolldownOptions: { output: { format: 'cjs', entryFileNames: 'probe.cjs' } },
    },
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'probe', main: 'probe.cjs' }));
  return join(folder, 'probe.cjs');
}

async function electronOfSetUp(): Promise<string> {
  const setUp = await import(pathToFileURL(resolve('scripts/setup/electron.mjs')).href);
  if (!(await setUp.ready())) await setUp.make();
  return setUp.electronRuntime().path;
}

async function run(program: string, args: string[], out: string, other = ''): Promise<Probed> {
  const { EARSHOT_PROBE: _, ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  await promisify(execFile)(program, args, { env: { ...env, EARSHOT_PROBE: `${out}:${other}` }, timeout: 120_000 });
  return JSON.parse(readFileSync(out, 'utf8'));
}
