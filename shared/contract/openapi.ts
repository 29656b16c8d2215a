import { z } from 'zod';
import { operation } from './operation';

/** The description of this API, made from the contract. */
export const readOpenApi = operation({
  method: 'get',
  path: '/api/v2/openapi.json',
  permission: 'public',
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  extension: true,
});
