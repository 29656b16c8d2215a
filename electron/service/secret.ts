/** The bytes of a secret that was sent to this thread. A view, not a copy, so that zeroing it erases what was sent. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Uses the bytes of a secret and zeroes them when `use` returns or throws. `use` must be synchronous. */
export function spend<B extends Uint8Array, T>(secret: B, use: (secret: B) => T): T {
  try {
    return use(secret);
  } finally {
    secret.fill(0);
  }
}
