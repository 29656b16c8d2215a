import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { Drawing } from './chart/chart';
export { useMark } from './chart/use-mark';
export { figuresFor, type Settings } from './figures-for';
export { ReportsPage } from './reports-page';
export { useMayCount } from './use-may-count';
