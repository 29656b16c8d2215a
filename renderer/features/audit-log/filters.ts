import { useMemo } from 'react';
import { useAddress } from '../../core/address';
import type { EntryFilters } from './entries';

/** The filters of the list by their names in the API. They are part of the address. */
const names = ['daterange', 'user_id', 'action', 'resource', 'resource_id', 'outcome', 'door'] as const;
type Name = (typeof names)[number];

export type Filters = {
  values: Partial<Record<Name, string>>;
  set: (name: Name, value: string | null) => void;
  clear: () => void;
};

/** The filters, so that Back and a reload restore them. */
export function useFilters(): Filters & { query: EntryFilters } {
  const { params, change } = useAddress();
  const text = String(params);
  const query = useMemo(() => {
    const given = new URLSearchParams(text);
    return Object.fromEntries(names.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : [])));
  }, [text]);
  return {
    query,
    values: query,
    set: (name, value) => change((next) => (value === null ? next.delete(name) : next.set(name, value))),
    clear: () =>
      change((next) => {
        for (const name of names) next.delete(name);
      }),
  };
}
