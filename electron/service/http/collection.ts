import { randomUUID } from 'node:crypto';
import type { Created, Operation } from '@shared/contract/operation';
import type { listQuery } from '@shared/contract/paging';
import type { Permission } from '@shared/permissions';
import type { z } from 'zod';
import type { Asking, Insert, Remove, Update } from '../access/changes';
import type { List, ListOperation, Reader } from '../access/list';
import { found } from '../refusal';
import type { Change } from '../store/query';
import type { Store } from '../store/store';
import { created } from './answers';
import type { Asked, Handle } from './handle';
import { listed } from './paging';
import { changed, idsIn, single } from './single';

type Guarded = Operation & { permission: Permission };
type Reading = Guarded & { response: z.ZodObject };
type Operations = {
  list: Guarded & { query: typeof listQuery; response: z.ZodObject };
  create: Guarded & { body: z.ZodObject; response: typeof Created };
  read: Reading;
  update: Reading & { body: z.ZodObject };
  delete: Reading;
};
/** The record in the envelope of a body. */
type RecordIn<B extends z.ZodObject> = z.output<B>[keyof z.output<B>];

type Rules<O extends Operations> = {
  list: List<O['list']>;
  /** Reads one record, if the list shows less of it. */
  whole?: Reader;
  /** The list of the records above, where the path names one: the list of a record out of scope is not found. */
  under?: Pick<List<ListOperation>, 'one'>;
  /** Omitted, like the two others, if the resource binds the operation itself. */
  insert?: Change<Insert<RecordIn<O['create']['body']>>, void>;
  change?: Change<Update<RecordIn<O['update']['body']>>, void>;
  remove?: Change<Remove, void>;
};

type Service = { handle: Handle; store: Store };

/** Binds the operations of a collection to its list and its changes. */
export function bindCollection<O extends Operations>(service: Service, operations: O, rules: Rules<O>): void {
  // The types of rules and operations match here, and `bind` does not depend on them.
  bind(service, operations, rules as unknown as Rules<Operations>);
}

function bind(
  { handle, store }: Service,
  operations: Operations,
  { list, whole = list, under, insert, change, remove }: Rules<Operations>,
): void {
  const read = single(store, whole, operations.read);

  const page = listed(store, operations.list, list);
  handle(operations.list, async (asked) => {
    const { params, scope, actor } = asked;
    const [id = ''] = Object.values<string>(params);
    if (under) found(await store.get(under.one, { id, scope, zone: actor.zone }));
    return page(asked);
  });

  if (insert) {
    handle(operations.create, async (asked) => {
      const id = randomUUID();
      await store.write(insert, { ...asking(asked), ...newIds(asked.params, id), record: recordIn(asked) }, asked.by);
      return created(addressOf(operations.read.path, asked.params, id));
    });
  }

  handle(operations.read, read);

  if (change) {
    const readChanged = changed(store, whole, operations.read);
    handle(operations.update, async (asked) => {
      const { versions, by } = asked;
      await store.write(change, { ...asking(asked), record: recordIn(asked), versions }, by);
      return readChanged(asked);
    });
  }

  if (remove) {
    handle(operations.delete, async (asked) => {
      await store.write(remove, { ...asking(asked), versions: asked.versions }, asked.by);
      return {};
    });
  }
}

/** The caller of a change, and the id of the record. */
export function asking({
  params,
  scope,
  actor,
  unmet,
}: Pick<Asked<Guarded>, 'params' | 'scope' | 'actor' | 'unmet'>): Asking {
  const { access_level, permissions } = actor;
  return { ...idsIn(params), scope, holder: { access_level, permissions }, unmet };
}

/** The ids of a new record: its own, and the one in the path it is created under. */
const newIds = (params: Readonly<Record<string, string>>, id: string) => ({ id, parent: Object.values(params)[0] });

/** The address of a new record under those that the path names. */
export const addressOf = (path: string, params: Readonly<Record<string, string>>, id: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? id);

const recordIn = ({ body }: { body: Record<string, unknown> }) => Object.values(body)[0];
