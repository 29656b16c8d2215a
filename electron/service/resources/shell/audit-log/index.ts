export { verifiedLog } from './verification';
