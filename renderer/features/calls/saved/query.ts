import { dateOf, dateText } from '../dates';
import { type Advanced, advancedIn, type Filters, noFilters, parameterOf, sortIn } from '../filters';

/** The filters of the basic search that are also names of the advanced search. */
const basic = ['direction', 'user_id', 'group_id', 'tenant_id', 'category_id', 'client_id'];

/** The parameters of the API for a list of calls, as a saved search keeps them. */
export function queryOf({ search, date, advanced, sort, by }: Filters): string {
  const query = new URLSearchParams();
  if (search) query.set('search_term', search);
  if (date) query.set('daterange', dateText(date));
  if (advanced.length > 0) query.set('advanced_search', '1');
  for (const filter of advanced) query.set(parameterOf(filter), filter.text);
  if (by !== undefined) query.set('sort', by);
  if (sort === 'asc') query.set('sort_order', sort);
  return query.toString();
}

/** The filters of a saved search, also of one that another tool has saved. */
export function filtersIn(query: string): Filters {
  const params = new URLSearchParams(query);
  const given = basic.flatMap((name): Advanced[] => {
    const text = params.get(name);
    return text ? [{ name, operator: 'equal_to', text }] : [];
  });
  return {
    search: params.get('search_term') ?? noFilters.search,
    date: dateOf(params.get('daterange')),
    advanced: [...given, ...advancedIn(params)],
    sort: params.get('sort_order') === 'asc' ? 'asc' : 'desc',
    by: sortIn(params.get('sort')),
  };
}
