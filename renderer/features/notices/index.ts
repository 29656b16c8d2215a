import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { NoticeBell } from './notice-bell';
export { useTellNotice } from './notices';
