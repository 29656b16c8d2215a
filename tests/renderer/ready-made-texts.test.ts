import { expect, test } from 'vitest';
import { readyMade } from '../../electron/service/resources/judgement/reports/ready-made/definitions';
import de from '../../renderer/features/reports/texts.de.json';
import en from '../../renderer/features/reports/texts.en.json';

test('the window knows the English of each ready-made report, and has it in German', () => {
  const english = Object.values(en.reports.readyMade);
  const german = Object.values(de.reports.readyMade);

  expect(english).toEqual(readyMade.map(({ name, description }) => ({ name, description })));
  expect(german.filter((text, at) => text.name === english[at]?.name)).toEqual([]);
});

test('each header of a ready-made report has German words', () => {
  const { names, readyHeaders } = en.reports as Record<'names' | 'readyHeaders', Record<string, string>>;
  const headed = readyMade.flatMap(({ column_settings }) => column_settings);

  const unknown = headed.filter(({ name, header }) => header !== names[name] && header !== readyHeaders[name]);

  expect(unknown.map(({ name, header }) => `${name}: ${header}`)).toEqual([]);
});
