import { categoryApi } from '@shared/contract/categories';
import { clientApi } from '@shared/contract/clients';
import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { groupApi } from '@shared/contract/groups';
import { type Import, listImports, readImport } from '@shared/contract/imports';
import type { AnswerOf, Operation, ParamsOf } from '@shared/contract/operation';
import { roleApi } from '@shared/contract/roles';
import { tenantApi } from '@shared/contract/tenants';
import { userApi } from '@shared/contract/users';
import type { Permission } from '@shared/permissions';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { api, type Sent } from '../api/api';
import { choiceKeys } from '../api/cache/choices';
import type { Listed } from '../api/every';
import { localeOf } from '../i18n/i18n';
import { dueText } from '../i18n/times';

type Named = { id: string; name: string };
type Kind = {
  /** The right to see records of the kind. */
  right: Permission;
  /** The first records whose names contain a text. */
  find: (search_term: string, signal: AbortSignal) => Promise<Named[]>;
  nameOf: (id: string, signal: AbortSignal) => Promise<string>;
};

/** The number of records that are offered at once. The others are found by typing. */
const limit = 50;

/** The records of a collection, by the names of its list, of one record and of its id. */
function kindOf<L extends Operation & { permission: Permission }, R extends Operation>(
  { list, read }: { list: L; read: R },
  plural: Listed<L>,
  singular: keyof AnswerOf<R>,
  idName: keyof ParamsOf<R>,
): Kind {
  return {
    right: list.permission,
    find: async (search_term, signal) => {
      const query = { limit, ...(search_term && { search_term }) };
      const answer = await api(list, { query, signal } as unknown as Sent<L>);
      const records = answer[plural] as (Record<string, string> & Named)[];
      return records.map(({ [idName]: id = '', name }) => ({ id, name }));
    },
    nameOf: async (id, signal) => {
      const answer = await api(read, { params: { [idName]: id } as ParamsOf<R>, signal });
      return (answer[singular] as Named).name;
    },
  };
}

/** The list of imports has no search. Several have the same name, so each is shown with its time. */
const imports: Kind = {
  right: listImports.permission,
  find: async (search_term, signal) => {
    const { imports: newest } = await api(listImports, { query: { limit: search_term ? 1000 : limit }, signal });
    const sought = search_term.toLocaleLowerCase();
    return newest
      .filter(({ name }) => name.toLocaleLowerCase().includes(sought))
      .slice(0, limit)
      .map((one) => ({ id: one.import_id, name: importText(one) }));
  },
  nameOf: async (import_id, signal) => importText((await api(readImport, { params: { import_id }, signal })).import),
};

const importText = ({ name, created_at }: Import): string =>
  `${name}, ${dueText(created_at, localeOf(i18next.language))}`;

const users = kindOf(userApi, 'users', 'user', 'user_id');

/** Records to choose from by their names, by the name of their id. */
export const recordKinds = {
  user_id: users,
  evaluator_id: users,
  group_id: kindOf(groupApi, 'groups', 'group', 'group_id'),
  role_id: kindOf(roleApi, 'roles', 'role', 'role_id'),
  client_id: kindOf(clientApi, 'clients', 'client', 'client_id'),
  category_id: kindOf(categoryApi, 'categories', 'category', 'category_id'),
  tenant_id: kindOf(tenantApi, 'tenants', 'tenant', 'tenant_id'),
  evaluation_form_id: kindOf(evaluationFormApi, 'evaluation_forms', 'evaluation_form', 'form_id'),
  import_id: imports,
};
export type RecordKind = keyof typeof recordKinds;

/** The first records of a kind whose names contain a text. */
export const foundOptions = (kind: RecordKind, term: string) =>
  queryOptions({
    queryKey: choiceKeys.found(kind, term),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<Named[]> => recordKinds[kind].find(term, signal),
  });

export const useFound = (kind: RecordKind, term: string) => useQuery(foundOptions(kind, term));

/** The names of records by id. A record that is gone, or still loading, has none. */
export function useNames(wanted: readonly { kind: RecordKind; id: string }[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: wanted.map(({ kind, id }) => ({
      queryKey: choiceKeys.name(kind, id),
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) => recordKinds[kind].nameOf(id, signal),
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }, at) => (data === undefined ? [] : [[wanted[at]?.id ?? '', data] as const]))),
  });
}
