import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { RoleInWords } from './role-in-words';
export { RolesPage } from './roles-page';
export { BeginView, useMayViewAs } from './view-as';
