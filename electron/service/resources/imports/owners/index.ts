export { releaseImports, removeImports } from './queries';
