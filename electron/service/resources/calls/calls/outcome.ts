import type { UnchangedCall } from '@shared/contract/call-bulk';
import { english } from '@shared/reasons/reasons';
import { onWire, type Refusal } from '../../../refusal';

/** The outcome of a change of several calls: the ids of the changed ones, and why the others stay as they were. */
export type Outcome = { changed: string[]; refused: UnchangedCall[] };

/** Changes each call once. `change` returns the reason to refuse it, before it has changed anything. */
export function eachOf(ids: readonly string[], change: (id: string) => Refusal | undefined): Outcome {
  const outcome: Outcome = { changed: [], refused: [] };
  for (const call_id of new Set(ids)) {
    const why = change(call_id);
    if (!why) outcome.changed.push(call_id);
    else {
      const { code, reason } = why;
      outcome.refused.push({
        call_id,
        error: onWire(code),
        explanation: english(reason),
        reason: { code: reason.code, values: { ...reason.values } },
      });
    }
  }
  return outcome;
}
