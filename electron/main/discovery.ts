import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDiskFull } from '../service/disk';

type Discovery = { port: number; proof_key: string; started_at: string };

/**
 * Announces to tools of the same person where the API listens: api.json in the data folder, readable by its owner alone.
 * `proof_key` lets them check with /healthz?nonce= that it is really us. Returns the function that removes it. On a disk
 * without room for it, the API works all the same.
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
