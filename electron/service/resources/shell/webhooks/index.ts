export { activeWebhooks } from './queries';
