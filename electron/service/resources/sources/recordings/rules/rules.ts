import type { User } from '@shared/contract/users';
import { reason } from '@shared/reasons/reasons';
import { Refusal } from '../../../../refusal';

type Recording = NonNullable<User['fieldset_recording']>;

/** The recording rule of a user whose extension is a number of the call, and the directions of the call for that user. */
export type Ruled = {
  rule: Pick<Recording, 'record' | 'on_demand_default' | 'record_direction' | 'confidential'>;
  /** Empty if the side of the user is not known. */
  directions: readonly ('in' | 'out')[];
};

/** 0 drops the recording when it is closed, 1 keeps it; null keeps it too, but without a choice. */
export type OnDemand = 0 | 1 | null;

/**
 * The outcome of the recording rules of the users of a call. It is recorded if the rule of one of them allows it, on
 * demand unless one is always recorded, and confidential if one of them is. Without such users, nothing is decided.
 * Refused with Conflict when no rule allows it.
 */
export function decide(people: readonly Ruled[]): { on_demand_state: OnDemand; confidential: boolean } {
  const allowing = people.filter(({ rule, directions }) => rule.record !== 'never' && isWanted(rule, directions));
  if (people.length > 0 && allowing.length === 0) throw new Refusal('Conflict', reason('recording_not_allowed'));
  const isOnDemand = allowing.length > 0 && allowing.every(({ rule }) => rule.record !== 'always');
  const isKept = allowing.some(({ rule }) => rule.record === 'on_demand_keep' || rule.on_demand_default === 'keep');
  return {
    on_demand_state: isOnDemand ? (isKept ? 1 : 0) : null,
    confidential: people.some(({ rule }) => rule.confidential),
  };
}

const isWanted = ({ record_direction: wanted }: Ruled['rule'], directions: Ruled['directions']): boolean =>
  wanted.length === 0 || directions.length === 0 || directions.some((one) => wanted.includes(one));
