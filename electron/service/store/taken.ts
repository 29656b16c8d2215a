import { invalid, type Refusal } from '../refusal';

/**
 * A violated UNIQUE constraint of a name that people choose, as the fault of its field: `name_folded` and an index
 * `…_by_name` are both the field `name`. Undefined for any other cause, which is a bug.
 */
export function nameTaken(cause: unknown): Refusal | undefined {
  if ((cause as { code?: unknown }).code !== 'SQLITE_CONSTRAINT_UNIQUE') return undefined;
  const [, field] = (cause as Error).message.match(/(?:\.|_by_)([a-z]+)(?:_folded|')$/) ?? [];
  return field === undefined ? undefined : invalid({ [field]: 'Is already taken' });
}
