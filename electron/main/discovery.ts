import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Discovery = { port: number; proof_key: string; started_at: string };

/**
 * Tells tools of the same person where the API listens: api.json in the data folder, readable by its owner alone.
 * `proof_key` lets them check with /healthz?nonce= that it is really us. Returns the function that removes it.
 */
export function announce(dataFolder: string, discovery: Discovery): () => void {
  const path = join(dataFolder, 'api.json');
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ ...discovery, pid: process.pid })}\n`, { mode: 0o600 });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
  return () => rmSync(path, { force: true });
}
