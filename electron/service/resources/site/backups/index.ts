export { databaseCheck } from './database-check';
