import type { ImportRow } from '@shared/contract/imports';
import type { SaidReason } from '@shared/contract/refusals';
import { type Reason, reason } from '@shared/reasons/reasons';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useRowText } from '../../renderer/features/imports/row-text';
import { addTextsOf } from '../support/texts';

addTextsOf('imports');

const plain: ImportRow = {
  row: 15,
  file: 'a.wav',
  about: 'recording',
  record_file: null,
  record_line: null,
  outcome: 'refused',
  code: 'InvalidRecord',
  explanation: null,
  reasons: [],
  call_id: null,
};

function Row({ row, words }: { row: ImportRow; words: { name: string; text: string } }) {
  Object.assign(words, useRowText()(row));
  return null;
}

/** The name and text of a row in a language. */
async function said(language: 'de' | 'en', row: Partial<ImportRow>): Promise<{ name: string; text: string }> {
  await i18next.changeLanguage(language);
  const words = { name: '', text: '' };
  renderToStaticMarkup(createElement(Row, { row: { ...plain, ...row }, words }));
  return words;
}

test.each<[Reason[], string, string]>([
  [
    [reason('wav_codec', { codec: 'GSM 6.10' })],
    'Earshot cannot play GSM 6.10.',
    'Das Tonformat GSM 6.10 kann Earshot nicht abspielen.',
  ],
  [
    [reason('wav_inside', { codec: 'MP3' })],
    'Earshot cannot play MP3 inside a WAV file.',
    'MP3 in einer WAV-Datei kann Earshot nicht abspielen.',
  ],
  [
    [reason('wav_rate', { rate: 500_000 })],
    'Earshot cannot play a sample rate of 500,000 Hz.',
    'Eine Abtastrate von 500.000 Hz kann Earshot nicht abspielen.',
  ],
  [
    [reason('audio_kind', { kind: 'aiff' })],
    'This is an AIFF file, which Earshot cannot play.',
    'Das ist eine AIFF-Datei. Earshot kann sie nicht abspielen.',
  ],
  [
    [reason('records_too_large', { most: 67_108_864 })],
    'This file has no call details: it is larger than 67 MB.',
    'Die Datei enthält keine Anrufdaten: Sie ist größer als 67 MB.',
  ],
  [
    [
      reason('no_category', { name: 'Follow up. Now' }),
      reason('no_custom_field', { name: 'Order no. 7' }),
      reason('value_too_large', { value: 12_000, most: 1000 }),
      reason('value_no_option', { value: 'x', options: ['Bonn', 'Köln', 'Ulm'] }),
    ],
    'There is no category “Follow up. Now”. There is no custom field “Order no. 7” in use. 12,000 is greater than maximum value 1,000. “x” is not one of Bonn, Köln or Ulm.',
    'Es gibt keine Kategorie „Follow up. Now“. Es gibt kein aktives eigenes Feld „Order no. 7“. 12.000 ist größer als der größte erlaubte Wert 1.000. „x“ ist kein erlaubter Wert: Bonn, Köln oder Ulm.',
  ],
  [
    [reason('unreadable', { field: 'setup_time', value: 'some day' }), reason('note_truncated')],
    'Started: “some day” is not a date and time. The recording ends before its header says.',
    'Beginn: „some day“ ist kein Datum mit Uhrzeit. Die Aufnahme endet früher, als ihr Dateikopf angibt.',
  ],
])(
  'the text of a row comes from its reasons, with values formatted for the language: %j',
  async (reasons, english, german) => {
    const row = { explanation: 'The words of the service.', reasons };
    expect((await said('de', row)).text.replaceAll('\u00a0', ' ')).toBe(german);
    expect((await said('en', row)).text.replaceAll('\u00a0', ' ')).toBe(english);
  },
);

test.each<[string, SaidReason[]]>([
  ['an archive of before there were reasons', []],
  ['a newer service', [reason('already_there'), { code: 'unheard_of', values: {} }]],
  ['a newer service, of a sentence that has other values there', [{ code: 'no_category', values: { names: ['a'] } }]],
  ['a newer service, of a kind of file unknown here', [{ code: 'audio_kind', values: { kind: 'toString' } }]],
])('a row of %s keeps the English sentence of the service', async (_of, reasons) => {
  const row = { explanation: 'Earshot cannot play GSM 6.10.', reasons };
  expect((await said('de', row)).text).toBe(row.explanation);
});

test.each<[Partial<ImportRow>, string, string]>([
  [
    { file: null, record_file: 'deep/calls.csv', record_line: 4 },
    'deep/calls.csv, Zeile 4',
    'Diese Zeile nennt keine Aufnahme.',
  ],
  [
    { file: null, record_file: 'calls.JSON', record_line: 2 },
    'calls.JSON, Eintrag 2',
    'Diese Zeile nennt keine Aufnahme.',
  ],
  [
    { file: 'x.wav', record_file: 'calls.csv', record_line: 4, reasons: [reason('no_recording')] },
    'x.wav',
    'calls.csv, Zeile 4: Hier gibt es keine Aufnahme mit diesem Namen.',
  ],
  [{ file: null }, 'Zeile der Anrufdaten', 'Diese Zeile nennt keine Aufnahme.'],
])('a row of call details is named by its position: %j', async (row, name, text) => {
  const about: Partial<ImportRow> = { about: 'row', reasons: [reason('no_file_named')] };
  expect(await said('de', { ...about, ...row })).toEqual({ name, text });
});
