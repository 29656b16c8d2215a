import { type ReasonCode, reason } from '@shared/reasons/reasons';
import { Refusal } from '../../refusal';

/** The reasons why a container cannot be opened. */
export type ContainerReason = Extract<ReasonCode, `cra_${string}`>;

/** IntegrityError, or PermissionError for `cra_no_key`. */
export const damage = (why: ContainerReason): Refusal =>
  new Refusal(why === 'cra_no_key' ? 'PermissionError' : 'IntegrityError', reason(why));
