import type { AuditEntry } from '@shared/contract/audit-log';
import { auditActions } from '@shared/contract/audited';
import { kindNames } from '@shared/kinds';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useDid, useResourceName } from '../../renderer/features/audit-words/entry-words';
import { addTextsOf } from '../support/texts';

addTextsOf('audit-words');

type Entry = Pick<AuditEntry, 'action' | 'resource' | 'outcome'>;

function Words({ entry, words }: { entry: Entry; words: string[] }) {
  words.push(useDid()(entry), useResourceName()(entry.resource));
  return null;
}

/** What an entry says, and the name of its kind of record. */
async function said(language: 'de' | 'en', entry: Entry): Promise<string[]> {
  await i18next.changeLanguage(language);
  const words: string[] = [];
  renderToStaticMarkup(createElement(Words, { entry, words }));
  return words;
}

test('every action on every kind of record has words in each language', async () => {
  const raw = [];
  for (const language of ['en', 'de'] as const) {
    for (const outcome of ['done', 'refused'] as const) {
      for (const action of auditActions) raw.push(...(await said(language, { action, resource: 'event', outcome })));
      for (const resource of kindNames) raw.push(...(await said(language, { action: 'read', resource, outcome })));
    }
  }

  expect(raw.filter((words) => words.includes('audited.') || words.includes('{{') || words === '')).toEqual([]);
});

test('what another version has written is shown as it is', async () => {
  expect(await said('en', { action: 'update', resource: 'shift', outcome: 'done' })).toEqual([
    'Changed shift',
    'shift',
  ]);
  expect(await said('de', { action: 'merge', resource: 'client', outcome: 'done' })).toEqual(['merge Kunde', 'Kunde']);
});
