/** Uses the bytes of a secret and zeroes them when `use` returns or throws. `use` must be synchronous. */
export function spend<B extends Uint8Array, T>(secret: B, use: (secret: B) => T): T {
  try {
    return use(secret);
  } finally {
    secret.fill(0);
  }
}
