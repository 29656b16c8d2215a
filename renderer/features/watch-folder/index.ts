import './texts';

export { WatchFolderPage } from './watch-folder-page';
export { WatchFolderSummary } from './watch-folder-summary';
