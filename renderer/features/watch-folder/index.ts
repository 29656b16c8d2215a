import './texts';

export { WatchFolderPage } from './watch-folder-page';
