import { z } from 'zod';
import { operation } from './operation';

/** The same as a readable page that lists every operation. */
export const readDocs = operation({
  method: 'get',
  path: '/docs',
  summary: 'Read this reference',
  permission: 'public',
  media: ['text/html'],
  extension: true,
});

/** The OpenAPI description of this API, generated from the contract. */
export const readOpenApi = operation({
  method: 'get',
  path: '/api/v2/openapi.json',
  summary: 'Read this description',
  permission: 'public',
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  extension: true,
});
