import { useAddress } from '../core/address';

/**
 * The search of a list. It is part of the address, so that Back and a reload restore it. `within` is the path of a list
 * whose records are shown next to it.
 */
export function useSearch(within?: string) {
  const { params, change } = useAddress(within);
  const setSearch = (text: string) => change((next) => (text ? next.set('search', text) : next.delete('search')));
  return { search: params.get('search') ?? '', setSearch };
}
