import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const plugin = 'scripts/lint/literal-spread.grit';

/** Lints a file of this text with the rules of this repository: the exit code, and whether the output has `rule`. */
function lint(text: string, rule: string): { status: number | null; found: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, dirname(plugin)), { recursive: true });
  for (const file of ['biome.json', plugin]) copyFileSync(file, join(folder, file));
  writeFileSync(join(folder, 'breach.ts'), text);
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const { status, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, found: stderr.includes(rule) };
}

test('the linter finds a promise that is not awaited', () => {
  const calling = (call: string) =>
    `async function work(): Promise<void> {}\nexport function begin(): void {\n  ${call}\n}\n`;

  expect(lint(calling('work();'), 'noFloatingPromises')).toEqual({ status: 1, found: true });
  expect(lint(calling('void work();'), 'noFloatingPromises')).toEqual({ status: 0, found: false });
});

test('the linter finds a literal that is spread into another', () => {
  const rule = 'Write out the properties or elements';

  expect(lint('export const size = { ...{ width: 1 }, height: 2 };\n', rule)).toEqual({ status: 1, found: true });
  expect(lint('export const sizes = [...[1, 2], 3];\n', rule)).toEqual({ status: 1, found: true });
  expect(lint('export const given = (on: boolean) => [...(on ? [1] : []), 2];\n', rule)).toEqual({
    status: 0,
    found: false,
  });
});
