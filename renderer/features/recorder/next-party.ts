import { create } from 'zustand';
import { forgetKept, keptOf, useEndedSession } from '../../core/session-restore';
import type { Wanted } from './state';

type Party = Wanted['party'];
const nobody: Party = { number: '', name: '' };
const isTyped = ({ number, name }: Party): boolean => number !== '' || name !== '';

/** Under which name a lock keeps the other party. */
export const keptParty = 'party';

/** The number and the name of the other party, as they are typed for the next recording. */
export const useParty = create<Party>()(() => nobody);

/** The typed party; undefined for nothing. */
export function typedParty(): Party | undefined {
  const typed = useParty.getState();
  return isTyped(typed) ? typed : undefined;
}

/** The party of a recording that begins, which the next one does not have. */
export function takeParty(): Party {
  const { number, name } = typedParty() ?? keptOf<Party>(keptParty) ?? nobody;
  useParty.setState(nobody);
  forgetKept(keptParty);
  return { number: number.trim(), name: name.trim() };
}

// While the window is locked, and for the next user, nothing of a call is in memory.
useEndedSession.subscribe(() => useParty.setState(nobody));
