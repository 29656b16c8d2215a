import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../service/disk';

type Discovery = { port: number; proof_key: string; started_at: string };

/**
 * Writes api.json into the data folder, which shows tools of the same user where the API listens; only its owner can
 * read it. With `proof_key`, tools can verify through /healthz?nonce= that the server is Earshot. Returns the function
 * that removes the file. If a full disk prevents writing it, the API still works.
 */
export function announce(dataFolder: string, discovery: Discovery): () => void {
  const path = join(dataFolder, 'api.json');
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify({ ...discovery, pid: process.pid })}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (!isDiskFull(cause)) throw cause;
  }
  return () => rmSync(path, { force: true });
}
