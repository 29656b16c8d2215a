import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { basic, startService, temporaryFolder } from '../support/start-service';

const run = promisify(execFile);

/** Makes the types, and compiles the client with the TypeScript of the project. Returns the compiled module. */
async function compiled(): Promise<string> {
  const folder = temporaryFolder();
  const inClient = (path: string) => resolve('tests/client/node_modules', path);
  const types = [inClient('openapi-typescript/bin/cli.js'), 'docs/openapi.json', '--output', join(folder, 'api.d.ts')];
  await run(process.execPath, types);
  copyFileSync('tests/client/client.ts', join(folder, 'client.ts'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const compilerOptions = { outDir: 'out', noEmit: false, types: [], paths: {} };
  const config = { extends: resolve('tsconfig.json'), compilerOptions, include: ['client.ts'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '--project', folder]).catch((failed) => {
    throw new Error(failed.stdout);
  });
  return join(folder, 'out', 'client.js');
}

test('a client generated from docs/openapi.json compiles and works against the service', async () => {
  const { service, given } = await startService();
  const { port, close } = await service.listen(0);
  onTestFinished(() => close());
  await given.calls({ from_name: 'Tomás Rivera', setup_time: 0 }, { from_name: 'Maria Lopez' });
  const { tour } = await import(pathToFileURL(await compiled()).href);

  const seen = await tour(`http://127.0.0.1:${port}`, basic('ingrid', 'correct horse battery'));

  expect(seen).toEqual({
    total: 2,
    from: 'Tomás Rivera',
    url: expect.stringMatching(/^\/api\/v2\/categories\/[0-9a-f-]{36}\.json$/),
    refused: { status: 400, isInvalid: true, fields: ['name'] },
  });
});
