import { Declared } from '../declared';
import type { By } from './audit';
import type { Connection } from './connection';

/** A declared query: a synchronous function of a connection and plain data. Every thread finds it by its name. */
export type Query<I, O> = { name: string; run: (db: Connection, input: I) => O };
/** A declared write: a query that runs in one transaction and knows its author and time. */
export type Change<I, O> = { name: string; change: (db: Connection, input: I, by: By) => O } & Options;
/** `essential`: a write that must succeed on a full disk; it may use the space of the reserve. */
type Options = { essential?: true };

const queries = new Declared<Query<never, unknown>>();
const changes = new Declared<Change<never, unknown>>();

/** Declares a query. Its input and result must survive structured clone. */
export const query = <I, O>(name: string, run: (db: Connection, input: I) => O): Query<I, O> =>
  queries.add({ name, run });

/** Declares a write, which acts as the actor and at the time of `by`. */
export const change = <I, O>(
  name: string,
  run: (db: Connection, input: I, by: By) => O,
  options: Options = {},
): Change<I, O> => changes.add({ name, change: run, ...options });

/** The query with that name. Throws when it was not declared in this thread. */
export const declaredQuery = (name: string) => queries.get(name) as Query<unknown, unknown>;
/** The write with that name. Throws when it was not declared in this thread. */
export const declaredChange = (name: string) => changes.get(name) as Change<unknown, unknown>;

/** The names of all queries and writes declared in this thread. */
export const declaredNames = (): string[] => [...queries.names(), ...changes.names()];
