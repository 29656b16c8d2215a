import type { Part } from './context';
import { RequestLog } from './http/request-log';

/** The last requests over TCP, for the page of the API. */
export const recentRequests: Part<RequestLog> = () => new RequestLog();
