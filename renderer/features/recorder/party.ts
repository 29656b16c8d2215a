import { nameRecordedParties } from '@shared/contract/recordings';
import { api } from '../../api/api';
import { running } from './running';
import { isGoingOn, useRecorder, type Wanted } from './state';

const { getState: state, setState: set } = useRecorder;

/** Takes in what is typed about the other party. It is stored by `keepParty`, at the latest at the end. */
export function typeParty(typed: Wanted['party']): void {
  if (isGoingOn()) set({ typed });
}

/** Stores what is typed about the other party. What cannot be stored stays typed. */
export function keepParty(): Promise<void> {
  const own = running();
  if (!own) return Promise.resolve();
  own.naming = own.naming.then(storeTyped);
  return own.naming;
}

async function storeTyped(): Promise<void> {
  const { recording, wanted, typed } = state();
  if (!recording || !wanted || !typed) return;
  const party = { number: typed.number.trim(), name: typed.name.trim() };
  const isChanged = party.number !== wanted.party.number || party.name !== wanted.party.name;
  const call = { from_number: party.number || null, from_name: party.name || null };
  try {
    if (isChanged) {
      if (isGoingOn()) set({ error: null });
      const { recording_id } = recording;
      await api(nameRecordedParties, { params: { recording_id }, body: { recording: { call } } });
    }
    if (state().recording !== recording) return;
    // What was typed meanwhile is not stored yet.
    set({ wanted: { ...wanted, party }, ...(state().typed === typed && { typed: null }) });
  } catch (error) {
    if (state().recording === recording && isGoingOn()) set({ error });
  }
}
