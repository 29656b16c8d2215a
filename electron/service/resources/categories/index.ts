export { categoryNamed } from './queries';
