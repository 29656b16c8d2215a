import type { Connection } from './connection';

/** A declared query: a synchronous function of a connection and plain data, found by its name in every thread. */
export type Query<I, O> = { name: string; run: (db: Connection, input: I) => O } & Options;
/** `essential`: a write that must go on when the disk is full; it may use the room of the reserve. */
type Options = { essential?: true };

const declared = new Map<string, Query<never, unknown>>();

/** Declares a query; its input and what it returns must survive structured clone. */
export function query<I, O>(name: string, run: (db: Connection, input: I) => O, options: Options = {}): Query<I, O> {
  const made = { name, run, ...options };
  declared.set(name, made as Query<never, unknown>);
  return made;
}

/** The query of that name. Throws when it was never declared in this thread. */
export function declaredQuery(name: string): Query<unknown, unknown> {
  const known = declared.get(name);
  if (!known) throw new Error(`No query is called ${name}.`);
  return known as Query<unknown, unknown>;
}
