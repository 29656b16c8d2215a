export { type Push, storePushed } from './queries';
export { rawTypes, storeUpload } from './store-upload';
