import type { RefusalBody } from '@shared/contract/refusals';

/**
 * The codes of errors that a caller can cause; other errors are InternalError. Stale, a failed precondition, is a
 * Conflict on the wire.
 */
export type RefusalCode = Exclude<RefusalBody['error'], 'InternalError'> | 'Stale';

/** Messages by field; a nested field is a dotted path. */
export type Details = Record<string, unknown>;

/**
 * An error that a caller can cause. Thrown where it is detected; http/errors.ts turns it into a status and a body.
 * `code` survives the transfer between threads, `reason` names the cause and appears only in the log.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly explanation: string,
    readonly details: Details = {},
    readonly reason?: string,
  ) {
    super(explanation);
  }
}

/** The record breaks a rule; `details` names each field. */
export const invalid = (details: Details, explanation = 'Record validation errors') =>
  new Refusal('InvalidRecord', explanation, details);

/** The caller's role lacks `permission` (`area:action`). */
export const denied = (permission: string) =>
  new Refusal('PermissionError', `Your role does not hold the permission ${permission}.`);

/** The record does not exist or is outside the caller's scope. Both cases must look the same. */
export const notFound = (explanation = 'There is nothing at this address.') => new Refusal('NotFound', explanation);

/** The row; throws NotFound when there is none. */
export function found<T>(row: T | undefined | null, explanation?: string): T {
  if (row === undefined || row === null) throw notFound(explanation);
  return row;
}
