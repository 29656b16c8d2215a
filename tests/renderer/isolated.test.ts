import i18next from 'i18next';
import { expect, test } from 'vitest';
import '../../renderer/i18n/i18n';
import { isolated } from '../../renderer/i18n/isolated';

test.each([
  ['Ada Castellano', 'Ada Castellano'],
  ['<b>&amp;', '<b>&amp;'],
  // Turned letters end with the name.
  ['\u202egnp.exe', '\u2068\u202egnp.exe\u2069'],
  ['שלום', '\u2068שלום\u2069'],
  ['محمد', '\u2068محمد\u2069'],
  // An end of an isolate that the name did not begin would end the one around it.
  ['a\u2069\u202eb', '\u2068a\u202eb\u2069'],
  // One that it does not end would take in what follows.
  ['a\u2067b\u2066c', '\u2068a\u2067b\u2066c\u2069\u2069\u2069'],
  ['a\u2067b\u2069c', '\u2068a\u2067b\u2069c\u2069'],
])('the name %j is %j in a sentence', (name, shown) => {
  expect(isolated(name)).toBe(shown);
  i18next.addResource('en', 'translation', 'isolated', 'Delete “{{name}}”?');
  expect(i18next.t('isolated' as never, { name })).toBe(`Delete “${shown}”?`);
});
