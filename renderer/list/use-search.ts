import { useAddress } from '../core/address';

/** The search of a list. It is part of the address, so that Back and a reload restore it. */
export function useSearch() {
  const { params, change } = useAddress();
  const setSearch = (text: string) => change((next) => (text ? next.set('search', text) : next.delete('search')));
  return { search: params.get('search') ?? '', setSearch };
}
