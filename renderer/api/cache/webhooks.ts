import { keysOf } from './key';

const key = keysOf('webhooks');

/** Those that the page of the API names. */
export const shownWebhooksKey = key('shown');

/** The last deliveries of a webhook. */
export const deliveriesKey = (webhook_id: string) => key('deliveries', webhook_id);

/** Data that changes with a webhook. */
export const changedByWebhook = [key()];
