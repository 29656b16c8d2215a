import { z } from 'zod';
import { wholeNumber } from './operation';

/** The longest `after`, in characters. */
export const longestAfter = 2_048;

/** The paging parameters of every list (docs/conformance.md, Endpoints: paging rules). */
export const listQuery = z.strictObject({
  limit: wholeNumber(1, 1000).default(20).meta({ description: 'The most records on a page' }),
  start: wholeNumber(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: 'The position of the first record, from 0' }),
  max_total_calc: wholeNumber(0, 1000)
    .default(0)
    .meta({ description: 'Counts up to this many records, so that total is known on every page of a shorter list' }),
  after: z
    .string()
    .max(longestAfter)
    .optional()
    .meta({ description: 'Extension: the place of the next page; part of next_url, not for other use' }),
});
export type ListQuery = z.output<typeof listQuery>;

/** The envelope of a list: its records under `name`, the next page's address, and the total if known. */
export const pageOf = <N extends string, T extends z.ZodType>(name: N, record: T) =>
  z.object({
    [name]: z.array(record),
    next_url: z.string().nullable().meta({ description: 'The next page; null on the last one' }),
    total: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'On the last page and below max_total_calc, the number of records on all pages' }),
  } as Record<N, z.ZodArray<T>> & { next_url: z.ZodNullable<z.ZodString>; total: z.ZodNullable<z.ZodNumber> });
