import { useAddress } from '../core/address';

/** What a list is searched for: part of the address, so that Back and a reload bring it back. */
export function useSearch() {
  const { params, change } = useAddress();
  const setSearch = (text: string) => change((next) => (text ? next.set('search', text) : next.delete('search')));
  return { search: params.get('search') ?? '', setSearch };
}
