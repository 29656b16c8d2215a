import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { Missing } from '../setup/command.mjs';

/**
 * The keys that a program trusts for its updates, from EARSHOT_UPDATE_KEYS: Ed25519 public keys as base64 of SPKI DER,
 * separated by a comma. A release has two, so that one can be retired. See docs/release.md.
 */
export function trustedKeys(isRelease) {
  const keys = (process.env.EARSHOT_UPDATE_KEYS ?? '').split(',').filter(Boolean);
  if (isRelease && keys.length !== 2) {
    throw new Missing(
      'a release needs the two keys of its updates',
      'EARSHOT_UPDATE_KEYS=<one>,<other>, see docs/release.md',
    );
  }
  return keys;
}

/**
 * Writes latest-linux.yml next to an AppImage, in the form of electron-builder, and with EARSHOT_UPDATE_KEY_FILE, the PEM
 * of the private key, its signature.
 */
export function writeManifest(appImage, version) {
  const bytes = readFileSync(appImage);
  const file = {
    url: basename(appImage),
    sha512: createHash('sha512').update(bytes).digest('base64'),
    size: bytes.length,
  };
  const path = join(dirname(appImage), 'latest-linux.yml');
  const manifest = stringify({ version, files: [file], releaseDate: new Date().toISOString() });
  writeFileSync(path, manifest);
  const { EARSHOT_UPDATE_KEY_FILE: keyFile } = process.env;
  if (!keyFile) return;
  const signature = sign(null, Buffer.from(manifest), createPrivateKey(readFileSync(keyFile)));
  writeFileSync(`${path}.sig`, `${signature.toString('base64')}\n`);
}
