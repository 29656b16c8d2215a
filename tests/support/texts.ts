import { readFileSync } from 'node:fs';
import { addTexts } from '../../renderer/i18n/i18n';

/** Adds the texts of a feature of the window, whose index also loads what needs a page. */
export function addTextsOf(feature: string): void {
  const [en, de] = ['en', 'de'].map((language) =>
    JSON.parse(readFileSync(`renderer/features/${feature}/texts.${language}.json`, 'utf8')),
  );
  addTexts(en, de);
}
