import type { ImportRow } from '@shared/contract/imports';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useRowText } from '../../renderer/features/imports/row-text';
import '../../renderer/features/imports/texts';

const plain: ImportRow = {
  row: 15,
  file: 'a.wav',
  about: 'recording',
  record_file: null,
  record_line: null,
  outcome: 'refused',
  code: 'InvalidRecord',
  explanation: null,
  reason: null,
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

test.each<[string, string, string]>([
  ['WAV_CODEC', 'Earshot cannot play GSM 6.10.', 'Das Tonformat GSM 6.10 kann Earshot nicht abspielen.'],
  [
    'WAV_CODEC',
    'Earshot cannot play 12-bit samples.',
    'WAV-Dateien mit 12 Bit je Abtastwert kann Earshot nicht abspielen.',
  ],
  ['WAV_CODEC', 'Earshot cannot play MP3 inside a WAV file.', 'MP3 in einer WAV-Datei kann Earshot nicht abspielen.'],
  [
    'WAV_CODEC',
    'Earshot cannot play WAV files of the kind 0x1234.',
    'WAV-Dateien der Art 0x1234 kann Earshot nicht abspielen.',
  ],
  [
    'WAV_CHANNELS',
    'Earshot cannot play recordings of 6 channels.',
    'Aufnahmen mit 6 Kanälen kann Earshot nicht abspielen.',
  ],
  [
    'WAV_RATE',
    'Earshot cannot play 500000 samples a second.',
    'Eine Abtastrate von 500000 Hz kann Earshot nicht abspielen.',
  ],
  [
    'AUDIO_UNKNOWN',
    'This is a FLAC file. Earshot takes WAV and MP3 recordings.',
    'Das ist eine FLAC-Datei. Earshot nimmt Aufnahmen in WAV und MP3 an.',
  ],
  ['AUDIO_UNKNOWN', 'This file is not a WAV or MP3 recording.', 'Das ist keine Aufnahme in WAV oder MP3.'],
  ['UNREADABLE', 'The file cannot be read (EIO).', 'Die Datei lässt sich nicht lesen (EIO).'],
  [
    'NAMES_REFUSED',
    'There is no category "Follow up". There is no custom field "Order no. 7" that is enabled. "x" is not a number.',
    'Es gibt keine Kategorie „Follow up“. Es gibt kein aktives Feld „Order no. 7“. „x“ ist keine Zahl.',
  ],
  [
    'RECORDS_UNREADABLE',
    'No call details in it: no column names a recording or a time',
    'Keine Anrufdaten darin: Keine Spalte nennt eine Aufnahme oder eine Zeit',
  ],
])('a refusal has the same content in German and in English: %s, %s', async (reason, explanation, german) => {
  expect((await said('de', { reason, explanation })).text).toBe(german);
  expect((await said('en', { reason, explanation })).text.replace(/[“”]/g, '"')).toBe(explanation);
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
    { file: 'x.wav', record_file: 'calls.csv', record_line: 4, reason: 'NO_RECORDING' },
    'x.wav',
    'calls.csv, Zeile 4: Hier gibt es keine Aufnahme mit diesem Namen.',
  ],
  [{ file: null }, 'Zeile der Anrufdaten', 'Diese Zeile nennt keine Aufnahme.'],
])('a row of call details is named by its position: %j', async (row, name, text) => {
  const about = { about: 'row', explanation: 'This row names no recording.', reason: 'NO_FILE_NAMED' } as const;
  expect(await said('de', { ...about, ...row })).toEqual({ name, text });
});
