import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { useFieldChoices } from './field-choices';
export { FittedName, fitOf, rulesOf } from './fitted-name';
export { ImportPresetsPage } from './import-presets-page';
export { namePattern } from './name-pattern';
export { type Name, PatternRows } from './pattern-rows';
