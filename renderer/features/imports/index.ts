import './texts';

export { FirstCalls } from './first-calls';
export { closeImports } from './import-flow';
export { useSampleImports } from './import-list';
export { ImportMenu } from './import-menu';
export { ImportsPage } from './imports-page';
export { PageDrop } from './page-drop';
export { TaskList } from './task-list';
export { useTakeInImport } from './use-tasks';
