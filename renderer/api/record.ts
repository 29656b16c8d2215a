import type { AnswerOf, Operation, ParamsOf } from '@shared/contract/operation';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { versioned } from './api';

/** A record, and the version that was read. */
export type Stored<T> = { record: T; version: string | null };

/** How a record is read, for react-query. */
export type RecordOptions<T> = {
  queryKey: QueryKey;
  queryFn: (asked: { signal: AbortSignal }) => Promise<Stored<T>>;
};

/**
 * Reading one record of a collection: `name` is the envelope of the response, `keyOf` the key of the record in the cache.
 * Without an id, `useRecord` reads nothing.
 */
export function recordQuery<O extends Operation, N extends keyof AnswerOf<O>>(
  operation: O,
  name: N,
  keyOf: (id: string) => QueryKey,
) {
  const [, idName = ''] = /:(\w+)/.exec(operation.path) ?? [];
  const options = (id: string): RecordOptions<AnswerOf<O>[N]> => ({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      const { answer, version } = await versioned(operation, { params: { [idName]: id } as ParamsOf<O>, signal });
      return { record: answer[name], version };
    },
  });
  return {
    options,
    useRecord: (id: string | null) => useQuery({ ...options(id ?? ''), enabled: id !== null }),
  };
}

/** Reads a record from the service, even if the cache has it. */
export function useReadAgain() {
  const client = useQueryClient();
  return <T>(options: RecordOptions<T>): Promise<Stored<T>> => client.fetchQuery({ ...options, staleTime: 0 });
}
