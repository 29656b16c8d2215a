import type { RefusalBody } from '@shared/contract/refusals';
import type { Permission } from '@shared/permissions';
import { english, type Reason, reason } from '@shared/reasons/reasons';

/**
 * The codes of errors that a caller can cause; other errors are InternalError. Stale is a failed precondition, Gone a
 * record that has ended.
 */
export type RefusalCode = Exclude<RefusalBody['error'], 'InternalError'> | 'Stale' | 'TooSlow' | 'Gone';

/** The code as API clients see it: they do not know those that only differ by status. */
export function onWire(code: RefusalCode): RefusalBody['error'] {
  if (code === 'Stale') return 'Conflict';
  if (code === 'Gone') return 'NotFound';
  return code === 'TooSlow' ? 'InvalidRecord' : code;
}

/** Errors by field, nested fields by their dotted path; or numbers that a program can use. */
export type Details = Readonly<Record<string, Reason | number>>;

/** A refusal as plain data, for the transfer between threads. */
export type PlainRefusal = Pick<Refusal, 'code' | 'reason' | 'details'>;

/** An error that a caller can cause. Thrown where it is detected; http/errors.ts turns it into a status and a body. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly reason: Reason,
    readonly details: Details = {},
  ) {
    super(english(reason));
  }
}

/** Whether the error is a refusal with one of these codes. */
export const isRefusal = (cause: unknown, ...codes: RefusalCode[]): cause is Refusal =>
  cause instanceof Refusal && (codes.length === 0 || codes.includes(cause.code));

/** Of more errors than this, only the first are reported. */
export const maxFaults = 100;

/** The record breaks a rule; `details` names each field. */
export const invalid = (details: Details, why = reason('record_faults')) =>
  new Refusal('InvalidRecord', why, Object.fromEntries(Object.entries(details).slice(0, maxFaults)));

/** Errors by field, each below a path. */
export const under = (path: string, details: Details): Details =>
  Object.fromEntries(Object.entries(details).map(([field, why]) => [`${path}.${field}`, why]));

/** Runs a check of a part of a record, and reports its faults under the path of the part. */
export function checkUnder<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!isRefusal(cause, 'InvalidRecord')) throw cause;
    throw new Refusal(cause.code, cause.reason, under(path, cause.details));
  }
}

/** The caller's role lacks `permission`. */
export const denied = (permission: Permission) =>
  new Refusal('PermissionError', reason('permission_missing', { permission }));

/** The record does not exist or is outside the caller's scope. Both cases must look the same. */
export const notFound = (why = reason('not_found')) => new Refusal('NotFound', why);

/** The row; throws NotFound when there is none. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw notFound();
  return row;
}
