export { insertClients, type StoredClient } from './queries';
