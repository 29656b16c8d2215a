import { z } from 'zod';
import { operation, timestamp } from './operation';

/** How a tool has signed in; null for a request without valid credentials. */
const means = z.enum(['token', 'password', 'session']);

/** A request over TCP, without what was sent: no query, headers or body. */
export const ToolRequest = z
  .object({
    at: timestamp(),
    method: z.string(),
    path: z.string(),
    status: z.number().int(),
    duration_ms: z.number().int().meta({ description: 'Until the response began' }),
    means: means.nullable(),
    tool: z.string().nullable().meta({ description: 'The name of the access token' }),
    user_name: z.string().nullable(),
  })
  .meta({ id: 'ToolRequest' });
export type ToolRequest = z.infer<typeof ToolRequest>;

/** A tool, by its access token, or by its user. */
export const Tool = z
  .object({
    tool: z.string().nullable().meta({ description: 'The name of the access token' }),
    token_id: z.uuid().nullable().meta({ description: 'Its id' }),
    is_revoked: z.boolean(),
    user_id: z.uuid(),
    user_name: z.string(),
    means,
    requests: z.number().int().meta({ description: 'Since Earshot was started' }),
    last_at: timestamp(),
  })
  .meta({ id: 'Tool' });
export type Tool = z.infer<typeof Tool>;

/** The last 200 requests over TCP, newest first, and the tools that sent them. Kept in memory only. */
export const listRequests = operation({
  method: 'get',
  path: '/api/v2/requests.json',
  summary: 'List the last requests of tools',
  permission: 'system:view',
  audited: { action: 'read', resource: 'request' },
  reach: 'every tenant',
  response: z.object({ requests: z.array(ToolRequest), tools: z.array(Tool) }),
  extension: true,
});
