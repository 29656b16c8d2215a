import { hashKey } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Filters } from './filters';

/**
 * A selected row by its index in the list, or a call that was opened by its id, wherever it is. `of`: the search it
 * belongs to.
 */
type Selection = { of: string; index: number } | { of: string; call_id: string };

type ListState = {
  /** How often new calls have been taken into the list. */
  edition: number;
  /** The search whose new calls are shown as they arrive: its list was empty before, and the user has not touched it since. */
  follows: string | null;
  /** If null, or of another search, the first row is selected. */
  selection: Selection | null;
  /** The form that saves the search is open: for the search as it is, or for a new one. */
  saves: 'shown' | 'new' | null;
  /** The width of the list in px. */
  room: number;
};

const atFirst: ListState = {
  edition: 0,
  follows: null,
  selection: null,
  saves: null,
  room: Number.POSITIVE_INFINITY,
};

/**
 * The state of the list of calls that only the window knows. Key handlers read it synchronously, between two renders.
 */
export const useListState = create<ListState>()(() => atFirst);

/**
 * Resets the list. The edition still increases, so that a list read earlier, which may be cached, is not taken for a
 * new one.
 */
export const forgetListState = (): void =>
  useListState.setState(({ edition }) => ({ ...atFirst, edition: edition + 1 }));

/** Reads the list again, because calls have left or returned. */
export const reopen = (): void => useListState.setState(({ edition }) => ({ edition: edition + 1 }));

/** Opens the form that saves the search of the list as a new one. */
export const saveSearch = (): void => useListState.setState({ saves: 'new' });

export const searchKey = (filters: Filters): string => hashKey([filters]);

export const selectRow = (filters: Filters, index: number): void =>
  useListState.setState({ selection: { of: searchKey(filters), index } });

export const openCall = (filters: Filters, call_id: string): void =>
  useListState.setState({ selection: { of: searchKey(filters), call_id } });

/**
 * Keeps the call that is selected only because it is first, in a list that shows calls as they arrive. `shown`: the one
 * that the pane of this search still shows, if another is first by now.
 */
export function keepFirst(filters: Filters, shown: string | null): void {
  const state = useListState.getState();
  if (state.follows !== searchKey(filters) || isChosen(state, filters)) return;
  if (shown === null) selectRow(filters, 0);
  else openCall(filters, shown);
}

/** Whether the user has selected a row or a call in the list of this search. */
export const isChosen = ({ selection }: ListState, filters: Filters): boolean => selection?.of === searchKey(filters);

/** Selects a row once it is found, unless something else has been selected in the meantime. */
export async function selectFound(filters: Filters, find: () => Promise<number>): Promise<void> {
  const { selection } = useListState.getState();
  const index = await find();
  if (useListState.getState().selection === selection) selectRow(filters, index);
}

const firstRow = { index: 0 };

/** The selection in the list of this search. */
export function selectionIn({ selection }: ListState, filters: Filters): { index: number } | { call_id: string } {
  return selection?.of === searchKey(filters) ? selection : firstRow;
}
