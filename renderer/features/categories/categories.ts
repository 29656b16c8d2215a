import { countCalls } from '@shared/contract/calls';
import { type Category, categoryApi } from '@shared/contract/categories';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api';
import { categoryKeys } from '../../api/cache/categories';
import { every } from '../../api/every';
import { useHolds } from '../../core/session';

/** Every category, for choosing one and for the name of a parent. */
export const useEveryCategory = () =>
  useQuery({
    queryKey: categoryKeys.every,
    queryFn: ({ signal }) => every(categoryApi.list, 'categories', signal),
  });

/** The number of calls in a category; undefined while it is loading, or if the role does not see calls. */
export function useCallsOf(category_id: string): number | undefined {
  const maySee = useHolds('calls:view');
  const { data } = useQuery({
    queryKey: categoryKeys.calls(category_id),
    enabled: maySee,
    queryFn: ({ signal }) => api(countCalls, { query: { category_id }, view: 'calls of a category', signal }),
  });
  return data?.count;
}

/** The possible parents of a category: all except itself and its subcategories. */
export function possibleParents(all: readonly Category[], category_id: string | null): Category[] {
  const byId = new Map(all.map((category) => [category.category_id, category]));
  const isBelow = ({ parent_id }: Category): boolean => {
    if (parent_id === null) return false;
    if (parent_id === category_id) return true;
    const parent = byId.get(parent_id);
    return parent !== undefined && isBelow(parent);
  };
  return all.filter((category) => category.category_id !== category_id && !isBelow(category));
}
