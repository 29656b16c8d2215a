import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@shared/contract/calls';
import { expect, test } from 'vitest';
import { recording } from '../support/given';
import { startService, type TestService, temporaryFolder } from '../support/start-service';

const searchIn =
  ({ admin }: TestService) =>
  async (term: string): Promise<string[]> => {
    const { body } = await admin.get(`/api/v2/calls.json?search_term=${encodeURIComponent(term)}`);
    return body.calls.map(({ call_id }: Call) => call_id);
  };

test.each([
  ['tomas', 'Tomás Núñez', 'accents in the name'],
  ['NÚÑEZ', 'Tomas Nunez', 'accents in the term'],
  ['nunez tomas', 'Tomás Núñez', 'words in any order'],
  ['strasse', 'Weiße Straße', 'ß as ss'],
  ['STRAẞE', 'Strasse', 'capital ẞ as ss'],
  ['soren lukasz', 'Søren Łukasz', 'letters with a stroke'],
  ['istanbul isik', 'İstanbul IŞIK ışık', 'i with and without a dot'],
  ['σισυφος', 'ΣΊΣΥΦΟΣ', 'sigma at the end of a word'],
  ['Ярёма', 'ЯРЕМА', 'Cyrillic accents'],
  ['احمد', 'أَحْمَد', 'Arabic vowel signs and hamza'],
  ['שלום', 'שָׁלוֹם', 'Hebrew points'],
  ['김치', '김치'.normalize('NFD'), 'Korean syllables as letters'],
  ['王芳', '王芳', 'two characters'],
  ['ｱﾊﾞ', 'アバ', 'half-width kana'],
  ['हिन्दी', 'हिन्दी', 'Devanagari vowel signs'],
  ['ผู้', 'ผู้จัดการ', 'Thai vowels and tones'],
  ['é', 'Resume', 'one accented character'],
  ['A\u00ad\u200fda', 'ada', 'invisible characters'],
  ['ﬁ ①', 'Office 1', 'compatibility characters'],
])('search for %s finds %s: %s', async (term, from_name) => {
  const started = await startService();
  const [wanted] = await started.given.calls({ from_name }, { from_name: 'Quux' });
  expect(await searchIn(started)(term)).toEqual([wanted]);
});

test.each([
  ['김', '기'],
  ['ガ', 'カ'],
  ['हि', 'ह'],
  ['ผู้', 'ผ'],
])('search for %s does not find %s: the mark is part of the letter', async (term, from_name) => {
  const started = await startService();
  await started.given.calls({ from_name });
  expect(await searchIn(started)(term)).toEqual([]);
});

test('each word may be in another text of the call, and all words must be found', async () => {
  const started = await startService();
  const [wanted] = await started.given.calls(
    { from_name: 'Rosa Diaz', agent_name: 'Ada Kaya', acd_name: 'Billing' },
    { from_name: 'Rosa Diaz', agent_name: 'Ada Kaya', acd_name: 'Sales' },
  );
  const search = searchIn(started);
  expect([await search('billing  rosa kay'), await search('di bi')]).toEqual([[wanted], [wanted]]);
});

const numbers: [string, string][] = [
  ['+442079460321', '+442079460321'],
  ['+44 20 7946 0321', '+442079460321'],
  ['0044 20 7946-0321', '+442079460321'],
  ['44.20.7946.0321', '+442079460321'],
  ['(020) 7946 0321', '+442079460321'],
  ['020 7946', '+442079460321'],
  ['02079460321', '0044 20 7946 0321'],
  ['+442079460321', '+44 (0)20 7946 0321'],
  ['+44 (0)20 7946 0321', '+442079460321'],
  ['79460321', '+44 (20) 7946-0321'],
  ['0 20 79 46', '020/7946-0321'],
  ['01 42 68 53 00', '+33142685300'],
  ['0871 234', '+353 871 234567'],
  ['+49 30 5550101', '+49305550101'],
  ['０３０－５５５', '+49 30 5550101'],
];
test.each(numbers)('search for %s finds the number %s', async (term, number) => {
  const started = await startService();
  const [from, to, party] = await started.given.calls(
    { from_number: number },
    { to_number: number },
    {
      participants: [
        {
          join_time: null,
          leave_time: null,
          user_id: null,
          party_direction: 1,
          party_type: 0,
          party_number: number,
          party_name: null,
          party_caller_id: null,
        },
      ],
    },
    { from_number: '6999' },
  );
  expect(await searchIn(started)(term)).toEqual([from, to, party]);
});

test.each([
  ['020 7946 0321', '+1 402 794 60321', 'the zero stands for a country code, not for other digits'],
  ['0946 0321', '+442079460321', 'what follows the zero follows the country code'],
  ['20-26', '6001', 'digits of a number are not found in a name'],
  ['46 32', '+492079', 'every word must be there'],
])('search for %s does not find %s: %s', async (term, from_number) => {
  const started = await startService();
  await started.given.calls({ from_number, from_name: 'Room 2026' });
  expect(await searchIn(started)(term)).toEqual([]);
});

test('the name of an imported file is searchable, and stays so when the call gets another file', async () => {
  const started = await startService();
  const folder = temporaryFolder();
  copyFileSync(recording('question.mp3'), join(folder, 'Gespräch Müller 4711.mp3'));
  await started.given.imported([folder]);
  const search = searchIn(started);

  const [found] = await search('muller 47 gesprach');

  expect([found !== undefined, await search('mp3'), await search('nothing')]).toEqual([true, [found], []]);
});

test('free-text values of a call are searchable, other values are not', async () => {
  const started = await startService();
  const field = (name: string, search_options: string, enable = 1) => {
    const field_id = randomUUID();
    const stamps = { created_at: 0, updated_at: 0 };
    started.given.insert('custom_fields', {
      field_id,
      name,
      name_folded: name,
      computer_name: name,
      type: 'string',
      search_options,
      enable,
      ...stamps,
    });
    return field_id;
  };
  const [free, advanced, disabled] = [field('a', '["free_text"]'), field('b', '[]'), field('c', '["free_text"]', 0)];
  const [wanted] = await started.given.calls(
    { custom_values: [{ field_id: free, value: 'Réclamation 42' }] },
    { custom_values: [{ field_id: advanced, value: 'Réclamation 42' }] },
    { custom_values: [{ field_id: disabled, value: 'Réclamation 42' }] },
  );
  expect(await searchIn(started)('42 reclamation')).toEqual([wanted]);
});

test('a term that is only spaces returns every call', async () => {
  const started = await startService();
  const ids = await started.given.calls({}, {});
  expect(await searchIn(started)(' \t ')).toEqual(ids);
});
