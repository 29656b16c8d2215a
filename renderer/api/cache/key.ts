declare const made: unique symbol;

/**
 * The key of cached data. Only the files in this folder create keys, one file per collection. A handwritten key does
 * not compile.
 */
export type Key = readonly unknown[] & { readonly [made]: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
  }
}

/**
 * Makes the keys of a collection. Omitting parts at the end gives the key of all entries that start with the others.
 */
export const keysOf =
  (collection: string) =>
  (...parts: unknown[]): Key =>
    [collection, ...parts.filter((part) => part !== undefined)] as unknown as Key;
