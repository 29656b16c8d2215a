import { randomUUID } from 'node:crypto';
import type { Created, Operation } from '@shared/contract/operation';
import type { listQuery } from '@shared/contract/paging';
import type { Permission } from '@shared/permissions';
import type { z } from 'zod';
import type { Asking, Insert, Remove, Update } from '../access/changes';
import type { List } from '../access/list';
import type { Change } from '../store/query';
import type { Store } from '../store/store';
import { created } from './answers';
import type { Asked, Handle } from './handle';
import { listed } from './paging';
import { single } from './single';

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
  /** Omitted, like `change`, if the resource binds the operation itself. */
  insert?: Change<Insert<RecordIn<O['create']['body']>>, void>;
  change?: Change<Update<RecordIn<O['update']['body']>>, void>;
  remove: Change<Remove, void>;
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
  { list, insert, change, remove }: Rules<Operations>,
): void {
  const read = single(store, list, operations.read);

  handle(operations.list, listed(store, list));

  if (insert) {
    handle(operations.create, async (asked) => {
      const id = randomUUID();
      await store.write(insert, { ...asking(asked), id, record: recordIn(asked) }, asked.by);
      return created(operations.read.path.replace(/:\w+/, id));
    });
  }

  handle(operations.read, read);

  if (change) {
    handle(operations.update, async (asked) => {
      const { versions, by } = asked;
      await store.write(change, { ...asking(asked), record: recordIn(asked), versions }, by);
      return read(asked);
    });
  }

  handle(operations.delete, async (asked) => {
    await store.write(remove, { ...asking(asked), versions: asked.versions }, asked.by);
    return {};
  });
}

/** The caller of a change, and the id of the record. */
export function asking({ params, scope, actor }: Pick<Asked<Guarded>, 'params' | 'scope' | 'actor'>): Asking {
  const { access_level, permissions } = actor;
  const [id = ''] = Object.values<string>(params);
  return { id, scope, holder: { access_level, permissions } };
}

const recordIn = ({ body }: { body: Record<string, unknown> }) => Object.values(body)[0];
