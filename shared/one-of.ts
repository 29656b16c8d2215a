/** Whether a value is one of a fixed list. `includes` alone takes no value of a wider type, and narrows none. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T =>
  (list as readonly unknown[]).includes(value);
