import { z } from 'zod';
import { operation } from './operation';

/** The same as a page to read, to search and to try requests. */
export const readDocs = operation({
  method: 'get',
  path: '/docs',
  summary: 'Read this reference',
  permission: 'public',
  produces: ['text/html'],
  extension: true,
});

/** The script of the page, and the one that starts it. */
export const readDocsScript = operation({
  method: 'get',
  path: '/docs/reference.js',
  summary: 'Read the script of the reference',
  permission: 'public',
  produces: ['text/javascript'],
  extension: true,
});
export const readDocsStart = operation({
  method: 'get',
  path: '/docs/start.js',
  summary: 'Read the script that starts the reference',
  permission: 'public',
  produces: ['text/javascript'],
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
