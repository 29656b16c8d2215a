import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { publish } from '../service/publish';

type Discovery = { port: number; proof_key: string };

/**
 * Writes api.json into the data folder, which shows tools of the same user where the API listens; only its owner can
 * read it. With `proof_key`, tools can verify through /healthz?nonce= that the server is Earshot. Returns the function
 * that removes the file. If the file cannot be written or removed, for example on a full disk, the API still works:
 * `onFault` gets the error.
 */
export function publishAddress(
  dataFolder: string,
  discovery: Discovery,
  onFault: (cause: unknown) => void,
): () => void {
  const path = join(dataFolder, 'api.json');
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (cause) {
      onFault(cause);
    }
  };
  attempt(() => publish(path, { ...discovery, started_at: new Date().toISOString(), pid: process.pid }));
  return () => attempt(() => rmSync(path, { force: true }));
}
