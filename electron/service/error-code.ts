/** The code of an error of the system or of a library, such as ENOENT or SQLITE_BUSY. Undefined when it has none. */
export const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
