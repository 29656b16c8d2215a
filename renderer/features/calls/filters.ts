import { filterOf, nameAndOperator } from '@shared/call-filters/filter';
import { isDay } from '@shared/call-filters/values';
import { callSorts } from '@shared/contract/calls';
import { isPeriod } from '@shared/periods';
import { useCallback, useMemo } from 'react';
import { paramsNow, useAddress } from '../../core/address';
import { forgetReport } from '../../core/counted';
import type { DateValue } from './dates';

/** A filter of the advanced search. Each name is used once. */
export type Advanced = { name: string; operator: string; text: string };

/** The filters and the order of the list. They are part of the address, so that Back and a restart restore them. */
export type Filters = {
  search: string;
  date: DateValue | null;
  advanced: readonly Advanced[];
  sort: 'asc' | 'desc';
  /** What the list is sorted by, if not by the time of the calls. */
  by?: string | undefined;
};
/** `search`, `date`, or the name of an advanced filter. */
export type ActiveFilter = string;

/** The parameter of the API for a filter, which is also its name in the address. */
export const parameterOf = ({ name, operator }: Omit<Advanced, 'text'>) => `${name}__${operator}`;

/** The advanced filters among parameters. Others, and those that the service would refuse, are left out. */
export const advancedIn = (params: URLSearchParams): Advanced[] =>
  [...params].flatMap(([parameter, text]) => {
    if ('code' in filterOf(parameter, text)) return [];
    return [{ ...nameAndOperator(parameter), text }];
  });

const sorts: readonly string[] = callSorts.slice(1);
/** What a list can be sorted by besides the time; undefined for the time, and for what is none. */
export const sortIn = (name: string | null): string | undefined =>
  name !== null && (sorts.includes(name) || name.startsWith('custom_field_')) ? name : undefined;

function dateIn(params: URLSearchParams): DateValue | null {
  const [period, from, to] = ['period', 'from', 'to'].map((name) => params.get(name));
  if (isPeriod(period)) return { period };
  return from && to && isDay(from) && isDay(to) ? { from, to } : null;
}

function read(params: URLSearchParams): Filters {
  return {
    search: params.get('search') ?? '',
    date: dateIn(params),
    advanced: advancedIn(params),
    sort: params.get('sort') === 'asc' ? 'asc' : 'desc',
    by: sortIn(params.get('by')),
  };
}

/** The filters in the current address, ahead of the rendered page. */
export const filtersNow = (): Filters => read(paramsNow());
export const searchNow = (): string => filtersNow().search;
export const advancedNow = (): readonly Advanced[] => filtersNow().advanced;

function write(next: URLSearchParams, change: Partial<Filters>): void {
  const put = (name: string, value: string | null | undefined) => (value ? next.set(name, value) : next.delete(name));
  if (change.search !== undefined) put('search', change.search);
  if (change.sort !== undefined) put('sort', change.sort === 'asc' ? 'asc' : null);
  if ('by' in change) put('by', change.by);
  if (change.date !== undefined) {
    const { period, from, to } = { period: null, from: null, to: null, ...change.date };
    put('period', period);
    put('from', from);
    put('to', to);
  }
  if (change.advanced !== undefined) {
    for (const filter of advancedIn(next)) next.delete(parameterOf(filter));
    for (const filter of change.advanced) next.set(parameterOf(filter), filter.text);
  }
  forgetReport(next);
}

/** The parameters of the address for these filters. */
export function paramsOf(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  write(params, filters);
  return params;
}

/** The active filters, in the order of their chips. */
export const activeFilters = ({ search, date, advanced }: Filters): ActiveFilter[] => [
  ...(search ? ['search'] : []),
  ...(date ? ['date'] : []),
  ...advanced.map(({ name }) => name),
];

/** The filters that show every call. */
export const noFilters = { search: '', date: null, advanced: [] } as const;

export function without(filters: Filters, name: ActiveFilter): Filters {
  if (name === 'search') return { ...filters, search: '' };
  if (name === 'date') return { ...filters, date: null };
  return { ...filters, advanced: filters.advanced.filter((filter) => filter.name !== name) };
}

/** The advanced filters with one added, or replaced in its place. */
export const withFilter = (advanced: readonly Advanced[], filter: Advanced): Advanced[] =>
  advanced.some(({ name }) => name === filter.name)
    ? advanced.map((one) => (one.name === filter.name ? filter : one))
    : [...advanced, filter];

/** The filters in the address, and a function that changes some of them. */
export function useFilters() {
  const { params, change: changeAddress } = useAddress();
  const filters = useMemo(() => read(params), [params]);
  const change = useCallback((some: Partial<Filters>) => changeAddress((next) => write(next, some)), [changeAddress]);
  /** Changes the advanced filters, starting from those in the current address. */
  const changeAdvanced = useCallback(
    (to: (advanced: readonly Advanced[]) => readonly Advanced[]) =>
      changeAddress((next) => write(next, { advanced: to(advancedIn(next)) })),
    [changeAddress],
  );
  return { filters, change, changeAdvanced };
}
