import { createHash, scryptSync } from 'node:crypto';
import { type Reason, reason } from '@shared/reasons/reasons';
import { expect, test } from 'vitest';
import { Refusal } from '../../electron/service/refusal';
import { makeKit, openKit } from '../../electron/service/vault/recovery-kit';
import { unseal } from '../../electron/service/vault/sealed';

const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i));

/** A kit saved by Earshot 0.1.0. */
const saved = {
  words: ['raise', 'young', 'coral', 'glue', 'fault', 'elegant', 'absorb'],
  file: {
    what: 'Earshot recovery kit. It opens with its seven words only.',
    version: 1,
    install_id: '6f1f2e0a-4f5d-4c1e-9d59-0a8f5a4a7d10',
    made_at: '2026-11-20T14:32:08+00:00',
    check: 'F8C69C1C',
    kdf: 'scrypt,ln=17,r=8,p=1',
    salt: 'gynlT/heOVWHbMY70E/Hbg==',
    sealed: 'QKnSNS3pKhni2oyl1kTjDzR4FOaAuxOIP/OAlWIVDWPO5jRaMRpukNrS47TFkD4t4dx9r19SBP0liTje',
  },
};
const text = (change: object = {}) => JSON.stringify({ ...saved.file, ...change });
const withWord = (at: number, word: string) => saved.words.map((old, place) => (place === at ? word : old));

test('a kit saved by an earlier Earshot opens, whatever the form of the typed words', async () => {
  const plain = await openKit(`${JSON.stringify(saved.file, null, 2)}\n`, saved.words);
  const shouted = await openKit(
    text(),
    saved.words.map((word) => ` ${word.toUpperCase()} `),
  );
  expect([plain, shouted]).toEqual([
    { key, check: 'F8C69C1C' },
    { key, check: 'F8C69C1C' },
  ]);
});

test.each<[string, string, string[], Record<string, Reason>]>([
  ['a word that is in no kit', text(), withWord(2, 'koral'), { 'words.2': reason('kit_word_unknown') }],
  ['another word', text(), withWord(2, 'coin'), { words: reason('kit_words_differ') }],
  ['the words in another order', text(), saved.words.toReversed(), { words: reason('kit_words_differ') }],
  ['six words', text(), saved.words.slice(1), { words: reason('kit_word_count', { count: 7 }) }],
  ['the file of another archive', text({ install_id: 'x' }), saved.words, { words: reason('kit_words_differ') }],
  ['a file that is cut off', text().slice(0, 200), saved.words, { file: reason('kit_not_a_kit') }],
  ['another file', '{"calls":[]}', saved.words, { file: reason('kit_not_a_kit') }],
  ['a later version', text({ version: 2 }), saved.words, { file: reason('kit_not_a_kit') }],
  ['a cost out of bounds', text({ kdf: 'scrypt,ln=30,r=8,p=1' }), saved.words, { file: reason('kit_not_a_kit') }],
  ['a changed byte', text({ sealed: `R${saved.file.sealed.slice(1)}` }), saved.words, { file: reason('kit_damaged') }],
])('%s is refused and named', async (_name, file, words, details) => {
  const refusal = await openKit(file, words).catch((cause: unknown) => cause);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'InvalidRecord', details });
});

test('a new kit opens with its words, and its file contains neither them nor the key', async () => {
  const kit = await makeKit(key, 'here', '2026-11-20T14:32:08+00:00');
  const file = JSON.parse(kit.file);
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };
  const secret = scryptSync(kit.words.join(' '), Buffer.from(file.salt, 'base64'), 32, cost);
  const sealed = Buffer.from(file.sealed, 'base64');

  expect(await openKit(kit.file, kit.words)).toEqual({ key, check: kit.check });
  expect(unseal(secret, sealed, 'cra/kit/1|here')).toEqual(key);
  expect({ ...file, salt: '', sealed: '' }).toEqual({
    ...saved.file,
    install_id: 'here',
    check: createHash('sha256').update(sealed).digest('hex').slice(0, 8).toUpperCase(),
    salt: '',
    sealed: '',
  });
  expect(kit.words).toHaveLength(7);
  const said = kit.file.replace(file.what, '');
  for (const secret of [...kit.words.map((word) => ` ${word} `), key.toString('base64'), key.toString('hex')])
    expect(said).not.toContain(secret);
});
