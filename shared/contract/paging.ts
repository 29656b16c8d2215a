import { z } from 'zod';
import { wholeNumber } from './operation';

/** The paging parameters of every list (API v2, Paging rules). */
export const listQuery = z.strictObject({
  limit: wholeNumber(1, 1000).default(20),
  start: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
  max_total_calc: wholeNumber(0, 1000).default(0),
  after: z.string().max(2048).optional(),
});
export type ListQuery = z.output<typeof listQuery>;

/** The envelope of a list: its records under `name`, the next page's address, and the total if known. */
export const pageOf = <N extends string, T extends z.ZodType>(name: N, record: T) =>
  z.object({
    [name]: z.array(record),
    next_url: z.string().nullable(),
    total: z.number().int().nullable(),
  } as Record<N, z.ZodArray<T>> & { next_url: z.ZodNullable<z.ZodString>; total: z.ZodNullable<z.ZodNumber> });
