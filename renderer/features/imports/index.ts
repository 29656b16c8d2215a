import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { FirstCalls } from './first-calls';
export { closeImports, useImportWays, useOpenImport } from './import-flow';
export { useSampleImports } from './import-list';
export { ImportMenu } from './import-menu';
export { ImportPage } from './import-page';
export { ImportsPage } from './imports-page';
export { PageDrop } from './page-drop';
export { TaskList } from './task-list';
export { useTakeInImport } from './use-tasks';
