import { useCallback, useEffect, useMemo } from 'react';
import { paramsNow, useAddress } from '../../core/address';
import { useSignedIn } from '../../core/session';

export type Direction = '0' | '1' | '2';

/** The filters and the order of the list. They are part of the address, so that Back and a restart restore them. */
export type Filters = {
  search: string;
  /** Days as `2026-11-16`; both or neither. */
  date: { from: string; to: string } | null;
  direction: Direction | null;
  sort: 'asc' | 'desc';
};
export type FilterName = 'search' | 'date' | 'direction';

const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

function read(params: URLSearchParams): Filters {
  const [from, to, direction] = [params.get('from'), params.get('to'), params.get('direction')];
  return {
    search: params.get('search') ?? '',
    date: isDay(from) && isDay(to) ? { from, to } : null,
    direction: direction === '0' || direction === '1' || direction === '2' ? direction : null,
    sort: params.get('sort') === 'asc' ? 'asc' : 'desc',
  };
}

/** The search in the current address, ahead of the rendered page. */
export const searchNow = (): string => read(paramsNow()).search;

function write(next: URLSearchParams, change: Partial<Filters>): void {
  const put = (name: string, value: string | null | undefined) => (value ? next.set(name, value) : next.delete(name));
  if (change.search !== undefined) put('search', change.search);
  if (change.direction !== undefined) put('direction', change.direction);
  if (change.sort !== undefined) put('sort', change.sort === 'asc' ? 'asc' : null);
  if (change.date !== undefined) {
    put('from', change.date?.from);
    put('to', change.date?.to);
  }
}

/** The active filters, in the order of their chips. */
export const activeFilters = ({ search, date, direction }: Filters): FilterName[] => [
  ...(search ? (['search'] as const) : []),
  ...(date ? (['date'] as const) : []),
  ...(direction ? (['direction'] as const) : []),
];

/** The filters that show every call. */
export const noFilters = { search: '', date: null, direction: null } as const;

export const without = (filters: Filters, name: FilterName): Filters => ({
  ...filters,
  [name]: name === 'search' ? '' : null,
});

/** The filters in the address, and a function that changes some of them. */
export function useFilters() {
  const { params, change: changeAddress } = useAddress();
  const filters = useMemo(() => read(params), [params]);
  const change = useCallback((some: Partial<Filters>) => changeAddress((next) => write(next, some)), [changeAddress]);
  return { filters, change };
}

/** Keeps filters and order across sessions: an address without any gets those that this user had last. */
export function useLastFilters(): void {
  const { user } = useSignedIn();
  const { params, change } = useAddress();
  const key = `earshot.review.${user.user_id}`;
  const isBare = params.size === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens; clearing every filter later is on purpose
  useEffect(() => {
    const kept = localStorage.getItem(key);
    if (isBare && kept)
      change((next) => new URLSearchParams(kept).forEach((value, name) => void next.set(name, value)));
  }, []);
  useEffect(() => {
    const kept = new URLSearchParams(params);
    kept.delete('call');
    localStorage.setItem(key, kept.toString());
  }, [params, key]);
}
