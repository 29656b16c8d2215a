import type { Call } from '@shared/contract/calls';
import { createContext, useContext } from 'react';
import type { Draft } from './draft';

/** The call on the stage, which the deck plays until another one is chosen; null if the user does not see it. */
export const StageCall = createContext<Call | null>(null);

/** The draft of the evaluation on the stage; null while the evaluation is only read. It stays the same one. */
export const StageDraft = createContext<Draft | null>(null);

/** The draft, in the parts of the form that are only there while it is scored. */
export function useStageDraft(): Draft {
  const draft = useContext(StageDraft);
  if (!draft) throw new Error('Used outside the form that is scored.');
  return draft;
}
