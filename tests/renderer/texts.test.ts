import type { ParseKeys } from 'i18next';
import { expect, test } from 'vitest';
import type { Texts } from '../../renderer/i18n/i18n';

test('only keys that have a text compile', () => {
  const keys: ParseKeys[] = ['ui.close', 'imports.import', 'player.play'];

  // @ts-expect-error: a key without a text must not compile
  keys.push('imports.unheardOf');
  // @ts-expect-error: nor must a text that no part of the window defines
  const none: keyof Texts = 'nothing';

  expect([...keys, none]).toHaveLength(5);
});
