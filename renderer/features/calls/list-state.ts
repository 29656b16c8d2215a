import { hashKey } from '@tanstack/react-query';
import { create } from 'zustand';
import type { Filters } from './filters';

/** A row by its place in the list, or a call that is opened by its id, wherever it is. `of`: the search it belongs to. */
type Selection = { of: string; index: number } | { of: string; call_id: string };

type ListState = {
  /** How often new calls have been taken into the list. */
  edition: number;
  /** The list was empty when calls began to arrive, and nobody has touched it since: they show as they arrive. */
  follows: boolean;
  /** Null, or that of another search: the first row. */
  selection: Selection | null;
};

const atFirst: ListState = { edition: 0, follows: false, selection: null };

/** What the window alone knows of the list of calls. Key handlers read it at once, between two renders. */
export const useListState = create<ListState>()(() => atFirst);

/** The edition goes on, so that no list which was read before, and may still be kept, is taken for a new one. */
export const forgetListState = (): void =>
  useListState.setState(({ edition }) => ({ ...atFirst, edition: edition + 1 }));

export const searchKey = (filters: Filters): string => hashKey([filters]);

export const selectRow = (filters: Filters, index: number): void =>
  useListState.setState({ selection: { of: searchKey(filters), index } });

export const openCall = (filters: Filters, call_id: string): void =>
  useListState.setState({ selection: { of: searchKey(filters), call_id } });

/** Selects a row once it is found, unless something else has been selected in the meantime. */
export async function selectFound(filters: Filters, find: () => Promise<number>): Promise<void> {
  const { selection } = useListState.getState();
  const index = await find();
  if (useListState.getState().selection === selection) selectRow(filters, index);
}

const firstRow = { index: 0 };

/** What is selected in the list of this search. */
export function selectionIn({ selection }: ListState, filters: Filters): { index: number } | { call_id: string } {
  return selection?.of === searchKey(filters) ? selection : firstRow;
}
