import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('the linter finds a promise that is not awaited', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync('biome.json', join(folder, 'biome.json'));
  const lint = (call: string) => {
    writeFileSync(
      join(folder, 'breach.ts'),
      `async function work(): Promise<void> {}\nexport function begin(): void {\n  ${call}\n}\n`,
    );
    const biome = resolve('node_modules/@biomejs/biome/bin/biome');
    const { status, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, found: stderr.includes('noFloatingPromises') };
  };

  expect(lint('work();')).toEqual({ status: 1, found: true });
  expect(lint('void work();')).toEqual({ status: 0, found: false });
});
