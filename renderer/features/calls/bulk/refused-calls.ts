import type { UnchangedCall } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { ApiRefusal } from '../../../api/refusal';
import type { Refused } from '../../../list/use-bulk';

export const idsOf = (calls: readonly Call[]): string[] => calls.map(({ call_id }) => call_id);

/** The calls that stay as they were, with the reasons as those of a refused request. */
export const refusedOf = <T extends Call>(calls: readonly T[], refused: readonly UnchangedCall[]): Refused<T>[] =>
  refused.flatMap(({ call_id, ...why }) => {
    const record = calls.find((call) => call.call_id === call_id);
    return record ? [{ record, error: new ApiRefusal(409, why) }] : [];
  });
