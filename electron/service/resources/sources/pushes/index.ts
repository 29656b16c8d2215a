export { type Push, storePushed } from './queries';
