export { useEveryGroup } from './groups';
