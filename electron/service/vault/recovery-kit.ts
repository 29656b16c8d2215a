import { createHash, randomBytes, randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Reason, reason } from '@shared/reasons/reasons';
import { z } from 'zod';
import { invalid } from '../refusal';
import { spend } from '../secret';
import { seal, unseal } from './sealed';
import { kdfOf, scryptLn, stretch } from './user-pair';

/** Seven of 2,048 words: 77 bit. */
const wordCount = 7;
const kdf = kdfOf(scryptLn);

/** Seven words for a person, and a file that holds the master key encrypted under them. */
export type Kit = { words: string[]; check: string; file: string };

/** The file contains no checksum of the words, or anything else that would allow faster guessing than scrypt. */
const KitFile = z.object({
  version: z.literal(1),
  install_id: z.string(),
  check: z.string(),
  kdf: z.literal(kdf),
  salt: z.base64(),
  sealed: z.base64(),
});

/** Makes a kit for this master key. The words are not stored. `madeAt` is written into the file for its owner. */
export async function makeKit(masterKey: Buffer, installId: string, madeAt: string): Promise<Kit> {
  const words = Array.from({ length: wordCount }, () => wordlist[randomInt(wordlist.length)] as string);
  const salt = randomBytes(16);
  const sealed = await withSecret(words, salt, (secret) => seal(secret, masterKey, aadOf(installId)));
  const check = checkOf(sealed);
  const file = {
    what: 'Earshot recovery kit. It opens with its seven words only.',
    version: 1,
    install_id: installId,
    made_at: madeAt,
    check,
    kdf,
    salt: salt.toString('base64'),
    sealed: sealed.toString('base64'),
  };
  return { words, check, file: `${JSON.stringify(file, null, 2)}\n` };
}

/**
 * The master key of a kit, and the digits that distinguish this kit from others. Refused with InvalidRecord: `file` is
 * not a kit or is damaged, `words.<n>` is not a word of kits, or `words` do not open this file.
 */
export async function openKit(file: string, typed: string[]): Promise<{ key: Buffer; check: string }> {
  const { install_id, check, salt, sealed } = readKit(file);
  const words = typed.map((word) => word.normalize('NFKC').trim().toLowerCase());
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown !== -1)
    throw invalid(
      { [`words.${unknown}`]: reason('kit_word_unknown') },
      reason('kit_word_unknown_at', { place: unknown + 1 }),
    );
  if (words.length !== wordCount) throw refused('words', reason('kit_word_count', { count: wordCount }));
  return withSecret(words, salt, (secret) => {
    try {
      return { key: unseal(secret, sealed, aadOf(install_id)), check };
    } catch {
      throw refused('words', reason('kit_words_differ'));
    }
  });
}

function readKit(text: string) {
  const { data } = KitFile.safeParse(parsed(text));
  if (!data) throw refused('file', reason('kit_not_a_kit'));
  const sealed = Buffer.from(data.sealed, 'base64');
  if (checkOf(sealed) !== data.check) throw refused('file', reason('kit_damaged'));
  return { ...data, sealed, salt: Buffer.from(data.salt, 'base64') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const refused = (field: string, why: Reason) => invalid({ [field]: why }, why);
const aadOf = (installId: string) => `cra/kit/1|${installId}`;
const checkOf = (sealed: Buffer) => createHash('sha256').update(sealed).digest('hex').slice(0, 8).toUpperCase();
const withSecret = async <T>(words: string[], salt: Buffer, use: (secret: Buffer) => T): Promise<T> =>
  spend(await stretch(words.join(' '), { kdf, salt }, scryptLn), (secret) => use(secret.subarray(0, 32)));
