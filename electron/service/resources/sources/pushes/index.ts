export { type Push, storePushed } from './queries';
export { rawTypes, storeUpload } from './routes';
