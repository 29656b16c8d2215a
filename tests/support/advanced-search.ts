import { randomUUID } from 'node:crypto';
import type { Call } from '@shared/contract/calls';
import type { NewCall } from '../../electron/service/resources/calls/calls';
import type { Caller } from './caller';
import type { TestService } from './start-service';

const letterOf = (place: number) => String.fromCharCode(97 + place);

/** Advanced searches of a caller. Calls are named by letters in the order of these ids. */
export function searchesOf(caller: Caller, ids: readonly string[]) {
  const found = async (query: string): Promise<string> => {
    const { status, body } = await caller.get(`/api/v2/calls.json?advanced_search=1&${query}`.replace(/&$/, ''));
    if (status !== 200) return `${status} ${JSON.stringify(body.details)}`;
    return body.calls.map(({ call_id }: Call) => letterOf(ids.indexOf(call_id))).join('');
  };
  return {
    /** The calls that each of these queries finds, by query. */
    every: async (queries: Record<string, unknown>): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(Object.keys(queries).map(async (query) => [query, await found(query)] as const)),
      ),
  };
}

/** Creates these calls, newest first, and returns the letters of those that a search finds: `a` is the first. */
export async function archiveOf(started: TestService, ...calls: Partial<NewCall>[]) {
  const ids = await started.given.calls(...calls);
  return { ids, ...searchesOf(started.admin, ids) };
}

/** Creates a custom field of the advanced search and returns its id. */
export function field(
  { given }: Pick<TestService, 'given'>,
  type: string,
  more: Record<string, unknown> = {},
  options: readonly string[] = [],
): string {
  const field_id = randomUUID();
  const names = { name: field_id, name_folded: field_id, computer_name: field_id };
  given.insert('custom_fields', {
    field_id,
    ...names,
    type,
    search_options: '["advanced"]',
    created_at: 0,
    updated_at: 0,
    ...more,
  });
  for (const [position, value] of options.entries()) {
    given.insert('custom_field_options', { field_id, position, value });
  }
  return field_id;
}
