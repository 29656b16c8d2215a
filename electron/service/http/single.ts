import type { AnswerOf, Operation } from '@shared/contract/operation';
import type { z } from 'zod';
import type { Reader } from '../access/list';
import { type Scope, withoutReach } from '../access/scope';
import { found, isRefusal } from '../refusal';
import type { Store } from '../store/store';
import { Finished, jsonText } from './answers';
import { tagsIn } from './etags';

type ReadOperation = Operation & { response: z.ZodObject };

/** The id of the record that a path names, and of the one above it. */
export function idsIn(params: Readonly<Record<string, string>>): { id: string; parent?: string } {
  const [first = '', ...rest] = Object.values(params);
  const id = rest.at(-1);
  return id === undefined ? { id: first } : { id, parent: first };
}

type AskedOne = {
  params: Record<string, string>;
  query: { revision?: number | undefined };
  scope: Scope;
  actor: { zone: string };
};

/** A rule that responds with one record, found by the id in the path, and its version as ETag. */
export const single =
  <O extends ReadOperation>(store: Store, { one }: Reader, { response }: O) =>
  async ({ params, query, scope, actor }: AskedOne): Promise<Finished<AnswerOf<O>>> => {
    const { json, version } = found(await store.get(one, { ...idsIn(params), ...query, scope, zone: actor.zone }));
    const [name = ''] = Object.keys(response.shape);
    return new Finished(jsonText(`{"${name}":${json}}`, version === null ? {} : { ETag: `"${version}"` }));
  };

/** The same after a change of the record, which may have taken it out of the caller's reach. */
export function changed<O extends ReadOperation>(store: Store, list: Reader, operation: O) {
  const read = single(store, list, operation);
  return async (asked: AskedOne): Promise<Finished<AnswerOf<O>>> =>
    read(asked).catch((cause: unknown) => {
      if (!isRefusal(cause, 'NotFound')) throw cause;
      return read({ ...asked, scope: withoutReach(asked.scope) });
    });
}

/** The versions that the If-Match header accepts (RFC 9110, section 13.1.1); undefined accepts any. */
export function versionsOf({ headers }: Request): string[] | undefined {
  const sent = headers.get('if-match')?.trim();
  if (sent === undefined || sent === '*') return undefined;
  // The comparison is strong: a weak tag never matches.
  return tagsIn(sent).flatMap(({ tag, isWeak }) => (isWeak ? [] : [tag]));
}
