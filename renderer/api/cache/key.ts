declare const made: unique symbol;

/**
 * What something in the cache is found by. Only the files beside this one make keys, one file for each collection; a
 * key that is written by hand does not compile.
 */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
  }
}

/** Makes the keys of a collection. Parts that are left out at the end make the key of all that begins with the others. */
export const keysOf =
  (collection: string) =>
  (...parts: unknown[]): Key =>
    [collection, ...parts.filter((part) => part !== undefined)] as unknown as Key;
