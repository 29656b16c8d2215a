export { hasOtherTenants } from './queries';
