import { reason } from '@shared/reasons/reasons';
import { codeOf } from '../error-code';
import { invalid, Refusal } from '../refusal';
import type { By } from './audit';

/** Names that are nested in their record. */
const paths: Record<string, string> = { login: 'fieldset_login.login' };

/**
 * Turns a violated UNIQUE constraint on a user-chosen name into an error of its field: `name_folded` and an index
 * `…_by_name` both map to the field `name`. Undefined for any other cause, which is a bug.
 */
export function nameTaken(cause: unknown): Refusal | undefined {
  if (!(cause instanceof Error) || codeOf(cause) !== 'SQLITE_CONSTRAINT_UNIQUE') return undefined;
  const [, field] = cause.message.match(/(?:\.|_by_)([a-z]+)(?:_folded|')$/) ?? [];
  return field === undefined ? undefined : invalid({ [paths[field] ?? field]: reason('taken') });
}

/** Turns what the owner of the data folder, who is no user, cannot do into a refusal. Undefined for any other cause. */
export function userMissing(cause: unknown, { user_id, door }: By): Refusal | undefined {
  const isOwner = user_id === null && door === 'command_line';
  const isMissing = /^SQLITE_CONSTRAINT_(FOREIGNKEY|NOTNULL)$/.test(codeOf(cause) ?? '');
  if (!isOwner || !isMissing) return undefined;
  return new Refusal('PermissionError', reason('user_needed'));
}
