import { reason, translated } from '@shared/reasons/reasons';
import type { ParseKeys } from 'i18next';
import { expect, test } from 'vitest';
import type { useDeleteWords } from '../../renderer/form/use-delete-words';
import { addTexts, type Texts } from '../../renderer/i18n/i18n';
import type { useSearchedWords } from '../../renderer/list/use-list-words';

test('only keys that have a text compile', () => {
  const keys: ParseKeys[] = ['ui.close', 'imports.import', 'player.play'];

  // @ts-expect-error: a key without a text must not compile
  keys.push('imports.unheardOf');
  // @ts-expect-error: nor must a text that no part of the window defines
  const none: keyof Texts = 'nothing';

  expect([...keys, none]).toHaveLength(5);
});

test('texts that German lacks do not compile', () => {
  const english = { part: { one: 'One', two: 'Two' } };
  addTexts(english, { part: { one: 'Eins', two: 'Zwei' } });
  // @ts-expect-error: one of them is missing in German
  const incomplete = () => addTexts(english, { part: { one: 'Eins' } });

  expect(incomplete).toBeTypeOf('function');
});

test('every language has all sentences and values, and a sentence gets each of its values', () => {
  const english = { one: 'One', many: 'At most {most:number}' } as const;
  const inOther = translated(english);

  expect(inOther({ one: 'Eins', many: 'Höchstens {most:number}' })).toHaveProperty('many');
  // @ts-expect-error: a sentence that is missing must not compile
  inOther({ one: 'Eins' });
  // @ts-expect-error: nor one too many
  inOther({ one: 'Eins', many: 'Höchstens {most:number}', two: 'Zwei' });
  // @ts-expect-error: nor a value that is missing
  inOther({ one: 'Eins', many: 'Höchstens' });
  // @ts-expect-error: nor a value of another name
  inOther({ one: 'Eins', many: 'Höchstens {least:number}' });
  // @ts-expect-error: nor one too many
  inOther({ one: 'Eins {place:number}', many: 'Höchstens {most:number}' });

  // @ts-expect-error: a value must be given
  reason('number_range', { least: 1 });
  // @ts-expect-error: as what it is
  reason('too_long', { most: '64' });
  // @ts-expect-error: and no other
  reason('taken', { name: 'Ada' });
});

test('only parts of the window with all texts of a list or a deletion have its words', () => {
  const searched: Parameters<typeof useSearchedWords>[0][] = ['categories', 'users'];
  const deleted: Parameters<typeof useDeleteWords>[0][] = ['categories', 'encryptKeys'];

  // @ts-expect-error: the audit log has no search, so the text for no match is missing
  searched.push('audit');
  // @ts-expect-error: tokens are not deleted
  deleted.push('tokens');

  expect([...searched, ...deleted]).toHaveLength(6);
});
