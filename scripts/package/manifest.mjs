import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { Missing } from '../setup/command.mjs';

/**
 * The keys that a program trusts for its updates, from EARSHOT_UPDATE_KEYS: Ed25519 public keys as base64 of SPKI DER,
 * separated by a comma. A release has two, so that one can be retired. See docs/release.md.
 */
export function trustedKeys(isRelease) {
  const keys = (process.env.EARSHOT_UPDATE_KEYS ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  for (const key of keys) {
    const { asymmetricKeyType } = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    if (asymmetricKeyType !== 'ed25519')
      throw new Missing('a key of updates is not of Ed25519', 'See docs/release.md.');
  }
  if (isRelease && new Set(keys).size !== 2) {
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
export function writeManifest(appImage, version, { isRelease }) {
  const bytes = readFileSync(appImage);
  const file = {
    url: basename(appImage),
    sha512: createHash('sha512').update(bytes).digest('base64'),
    size: bytes.length,
  };
  const path = join(dirname(appImage), 'latest-linux.yml');
  const manifest = stringify({ version, files: [file], releaseDate: new Date().toISOString() });
  writeFileSync(path, manifest);
  // That of an earlier list.
  rmSync(`${path}.sig`, { force: true });
  const { EARSHOT_UPDATE_KEY_FILE: keyFile } = process.env;
  if (!keyFile && isRelease)
    throw new Missing('a release needs the key that signs it', 'EARSHOT_UPDATE_KEY_FILE=<pem>, see docs/release.md');
  // Nobody must be able to offer a build for trying out as a release.
  if (!keyFile || !isRelease) return;
  const privateKey = createPrivateKey(readFileSync(keyFile));
  const own = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
  if (!trustedKeys(isRelease).includes(own))
    throw new Missing('the program does not trust the key that signs it', 'See docs/release.md.');
  const signature = sign(null, Buffer.from(manifest), privateKey);
  writeFileSync(`${path}.sig`, `${signature.toString('base64')}\n`);
}
