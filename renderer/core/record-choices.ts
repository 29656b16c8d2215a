import { categoryApi } from '@shared/contract/categories';
import { clientApi } from '@shared/contract/clients';
import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import { groupApi } from '@shared/contract/groups';
import { roleApi } from '@shared/contract/roles';
import { tenantApi } from '@shared/contract/tenants';
import { userApi } from '@shared/contract/users';
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../api/api';
import { choiceKeys } from '../api/cache/choices';

type Named = { id: string; name: string };
type Kind = {
  right:
    | 'users:view'
    | 'groups:view'
    | 'roles:view'
    | 'clients:view'
    | 'call_categories:view'
    | 'tenants:view'
    | 'evaluation_forms:view';
  /** The first records whose names contain a text. */
  find: (search_term: string, signal: AbortSignal) => Promise<Named[]>;
  nameOf: (id: string, signal: AbortSignal) => Promise<string>;
};

/** The number of records that are offered at once. The others are found by typing. */
const limit = 50;
const asked = (search_term: string) => ({ limit, ...(search_term && { search_term }) });

const users = {
  right: 'users:view',
  find: async (term, signal) =>
    (await api(userApi.list, { query: asked(term), signal })).users.map(({ user_id: id, name }) => ({ id, name })),
  nameOf: async (user_id, signal) => (await api(userApi.read, { params: { user_id }, signal })).user.name,
} as const satisfies Kind;

/** Records to choose from by their names, by the name of their id. */
export const recordKinds = {
  user_id: users,
  evaluator_id: users,
  group_id: {
    right: 'groups:view',
    find: async (term, signal) =>
      (await api(groupApi.list, { query: asked(term), signal })).groups.map(({ group_id: id, name }) => ({ id, name })),
    nameOf: async (group_id, signal) => (await api(groupApi.read, { params: { group_id }, signal })).group.name,
  },
  role_id: {
    right: 'roles:view',
    find: async (term, signal) =>
      (await api(roleApi.list, { query: asked(term), signal })).roles.map(({ role_id: id, name }) => ({ id, name })),
    nameOf: async (role_id, signal) => (await api(roleApi.read, { params: { role_id }, signal })).role.name,
  },
  client_id: {
    right: 'clients:view',
    find: async (term, signal) =>
      (await api(clientApi.list, { query: asked(term), signal })).clients.map(({ client_id: id, name }) => ({
        id,
        name,
      })),
    nameOf: async (client_id, signal) => (await api(clientApi.read, { params: { client_id }, signal })).client.name,
  },
  category_id: {
    right: 'call_categories:view',
    find: async (term, signal) =>
      (await api(categoryApi.list, { query: asked(term), signal })).categories.map(({ category_id: id, name }) => ({
        id,
        name,
      })),
    nameOf: async (category_id, signal) =>
      (await api(categoryApi.read, { params: { category_id }, signal })).category.name,
  },
  tenant_id: {
    right: 'tenants:view',
    find: async (term, signal) =>
      (await api(tenantApi.list, { query: asked(term), signal })).tenants.map(({ tenant_id: id, name }) => ({
        id,
        name,
      })),
    nameOf: async (tenant_id, signal) => (await api(tenantApi.read, { params: { tenant_id }, signal })).tenant.name,
  },
  evaluation_form_id: {
    right: 'evaluation_forms:view',
    find: async (term, signal) =>
      (await api(evaluationFormApi.list, { query: asked(term), signal })).evaluation_forms.map(
        ({ form_id: id, name }) => ({ id, name }),
      ),
    nameOf: async (form_id, signal) =>
      (await api(evaluationFormApi.read, { params: { form_id }, signal })).evaluation_form.name,
  },
} as const satisfies Record<string, Kind>;
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
