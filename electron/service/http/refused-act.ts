import type { Operation } from '@shared/contract/operation';
import { uuidPattern } from '@shared/uuid';
import type { Door } from '../access/door';
import type { Refused } from '../access/queries';

/** What a refused request asked for, in the terms of the audit log. Its body and query are left out. */
export function refusedAct(
  { method, path, audited: { id, ...act } }: GuardedOperation,
  { params, door }: { params: Record<string, string>; door: Door },
): Refused {
  const named = id === undefined ? undefined : params[id];
  const resource_id = named !== undefined && uuid.test(named) ? named.toLowerCase() : null;
  return { ...act, resource_id, details: { request: `${method} ${path}`, door } };
}
type GuardedOperation = Extract<Operation, { audited: object }>;
const uuid = new RegExp(`^${uuidPattern}$`, 'i');
