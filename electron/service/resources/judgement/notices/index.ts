export { notify, removeNotices } from './queries';
