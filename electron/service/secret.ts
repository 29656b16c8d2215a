/** Uses the bytes of a secret and zeroes them, whatever comes of it. Only for what is done with it at once. */
export function spend<B extends Uint8Array, T>(secret: B, use: (secret: B) => T): T {
  try {
    return use(secret);
  } finally {
    secret.fill(0);
  }
}
