import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

type Notice = { name: string; version: string; licence: string; texts: string[] };

test('the notices name every package that Earshot contains, with the text of its licence', async () => {
  const { thirdPartyNotices } = await import(resolve('scripts/setup/notices.mjs'));
  const notices: Notice[] = thirdPartyNotices();
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const named = notices.map(({ name }) => name);
  const own = Object.entries(dependencies).map(([name, version]) => /^npm:(.+)@/.exec(version)?.[1] ?? name);
  // A dependency of a dependency, and the runtime.
  expect(named).toEqual(expect.arrayContaining([...own, 'react-aria', 'electron', '@scalar/api-reference']));
  expect(new Set(notices.map(({ name, version }) => `${name} ${version}`)).size).toBe(notices.length);
  expect(notices.filter(({ licence }) => !licence)).toEqual([]);
  expect(notices.find(({ name }) => name === 'react')?.texts[0]).toContain('MIT License');
  // They are installed without the text of their licence, which is named.
  const silent = notices.filter(({ texts }) => texts.length === 0).map(({ name, licence }) => `${name} ${licence}`);
  expect(silent).toEqual([
    '@nodable/entities MIT',
    '@scalar/api-reference MIT',
    '@tokenizer/token MIT',
    '@wasm-audio-decoders/common MIT',
    '@wasm-audio-decoders/flac MIT',
    '@wasm-audio-decoders/ogg-vorbis MIT',
    'client-only MIT',
    'mpg123-decoder MIT',
    'opus-decoder MIT',
  ]);
});
