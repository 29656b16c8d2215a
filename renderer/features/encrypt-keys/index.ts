import './texts';

export { EncryptKeysPage } from './encrypt-keys-page';
