import { z } from 'zod';
import type { Kind as RecordKind } from '../kinds';
import type { Permission } from '../permissions';
import { Created, operation } from './operation';
import { listQuery, pageOf } from './paging';

type AreaWith<Action extends string> = Permission extends infer P
  ? P extends `${infer A}:${Action}`
    ? A
    : never
  : never;
/** An area of rights that has `view`, `edit` and `delete`. */
type ManagedArea = AreaWith<'view'> & AreaWith<'edit'> & AreaWith<'delete'>;

type Kind = 'list' | 'create' | 'read' | 'update' | 'delete';

/** The rights to list and read, to create and change, and to delete. */
type Rights = { view: Permission; edit: Permission; delete: Permission };

type Definition<U, P, S, I, R, N, C, F> = {
  /** The path of the record that the collection belongs to, such as `/api/v2/users/:user_id`. */
  under?: U;
  /** The name of the collection, in its path and its list. */
  plural: P;
  /** The name of one record, which is the envelope of a body and its kind in the audit log. */
  singular: S;
  /** The name of its id in the path. */
  id: I;
  /** The area of its rights, or the rights one by one. */
  area: ManagedArea | Rights;
  record: R;
  /** The fields of a new record, and of a change to one. */
  fresh: N;
  changed: C;
  /** The parameters of the list besides paging. */
  filters: F;
  /** The operations that API v2 itself has; the others are additions. */
  published?: readonly Kind[];
  /** Creating and deleting requires a role that reaches every tenant. */
  reach?: 'every tenant';
  /** The property with the text of a refused create; `explanation` unless given. */
  text?: 'description';
  /** What API v2 leaves open about its published operations, and how it is decided. */
  decisions?: Partial<Record<Kind, string>>;
};

const rightsOf = (area: ManagedArea): Rights => ({
  view: `${area}:view`,
  edit: `${area}:edit`,
  delete: `${area}:delete`,
});

/**
 * The five operations of a collection: list, create, read, update (partial) and delete. Names, paths, statuses and
 * rights follow the same convention for every collection (docs/api-decisions.md).
 */
export function collection<
  const P extends string,
  const S extends RecordKind,
  const I extends string,
  R extends z.ZodType,
  N extends z.ZodType,
  C extends z.ZodType,
  F extends z.ZodRawShape,
  const U extends string = '/api/v2',
>(definition: Definition<U, P, S, I, R, N, C, F>) {
  const { plural, singular, id, area, record, fresh, changed, filters, published = [], reach, text } = definition;
  const many = plural.replaceAll('_', ' ');
  const a = `${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular.replaceAll('_', ' ')}`;
  const under = (definition.under ?? '/api/v2') as U;
  const all = `${under}/${plural}.json` as const;
  const one = `${under}/${plural}/:${id}.json` as const;
  const holding = <T extends z.ZodType>(schema: T) => ({ [singular]: schema }) as Record<S, T>;
  const marked = (kind: Kind) => ({
    ...(!published.includes(kind) && { extension: true as const }),
    ...(definition.decisions?.[kind] && { decision: definition.decisions[kind] }),
  });
  const { view, edit, delete: remove }: Rights = typeof area === 'string' ? rightsOf(area) : area;
  return {
    list: operation({
      summary: `List ${many}`,
      method: 'get',
      path: all,
      permission: view,
      audited: { action: 'read', resource: singular },
      query: listQuery.extend(filters),
      response: pageOf(plural, record),
      ...marked('list'),
    }),
    create: operation({
      summary: `Create ${a}`,
      method: 'post',
      path: all,
      permission: edit,
      audited: { action: 'create', resource: singular },
      body: z.strictObject(holding(fresh)),
      response: Created,
      status: 201,
      ...(text && { text }),
      ...(reach && { reach }),
      ...marked('create'),
    }),
    read: operation({
      summary: `Read ${a}`,
      versioned: true,
      method: 'get',
      path: one,
      permission: view,
      audited: { action: 'read', resource: singular, id },
      response: z.object(holding(record)),
      ...marked('read'),
    }),
    update: operation({
      summary: `Update ${a}`,
      description: 'Only the properties that are sent are changed.',
      versioned: true,
      method: 'put',
      path: one,
      permission: edit,
      audited: { action: 'update', resource: singular, id },
      body: z.strictObject(holding(changed)),
      response: z.object(holding(record)),
      text: 'description',
      ...marked('update'),
    }),
    delete: operation({
      summary: `Delete ${a}`,
      method: 'delete',
      path: one,
      versioned: true,
      permission: remove,
      audited: { action: 'delete', resource: singular, id },
      response: z.object({}),
      ...(reach && { reach }),
      ...marked('delete'),
    }),
  };
}
