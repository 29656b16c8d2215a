import { createHash, randomBytes, randomInt, scrypt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { seal } from './sealed';
import { kdfOf, maxmem, scryptLn } from './user-pair';

/** Seven of 2,048 words: 77 bit. */
const words = 7;

/** Seven words for a person and a file that holds the master key under them (reference/security.md 2.7). */
export type Kit = { words: string[]; check: string; file: string };

/** Makes a kit for this master key. The words are kept nowhere. `madeAt` is written into the file for its owner. */
export async function makeKit(masterKey: Buffer, installId: string, madeAt: string): Promise<Kit> {
  const chosen = Array.from({ length: words }, () => wordlist[randomInt(wordlist.length)] as string);
  const salt = randomBytes(16);
  const secret = await new Promise<Buffer>((resolve, reject) =>
    scrypt(chosen.join(' '), salt, 32, { N: 2 ** scryptLn, r: 8, p: 1, maxmem }, (cause, key) =>
      cause ? reject(cause) : resolve(key),
    ),
  );
  const sealed = seal(secret, masterKey, `cra/kit/1|${installId}`);
  const check = createHash('sha256').update(sealed).digest('hex').slice(0, 8).toUpperCase();
  const file = {
    what: 'Earshot recovery kit. It opens with its seven words only.',
    version: 1,
    install_id: installId,
    made_at: madeAt,
    check,
    kdf: kdfOf(scryptLn),
    salt: salt.toString('base64'),
    sealed: sealed.toString('base64'),
  };
  return { words: chosen, check, file: `${JSON.stringify(file, null, 2)}\n` };
}
