import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A built file and all files that it requires when it is loaded. */
function loaded(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/require\("(\.[^"]+)"\)/g))
    loaded(resolve(dirname(file), path), known);
  return known;
}

const loads = (name: string, part: string) =>
  [...loaded(resolve('build/node', name))].some((file) => readFileSync(file, 'utf8').includes(part));
const loadsSchemas = (name: string) => loads(name, '$ZodType');

test('the threads of the database load no schemas, which would double their start', () => {
  expect(loadsSchemas('start.cjs')).toBe(true);
  expect(loadsSchemas('reader.cjs')).toBe(false);
  expect(loadsSchemas('writer.cjs')).toBe(false);
});

test('the commands load nothing of Electron, which a machine without a window may lack', () => {
  expect(loads('start.cjs', 'require("electron")')).toBe(true);
  expect(loads('cli.cjs', 'require("electron")')).toBe(false);
});
