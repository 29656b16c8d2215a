import { randomBytes } from 'node:crypto';
import { dayMs } from '@shared/duration';
import type { Service } from '../../../context';
import { found } from '../../../refusal';
import { fingerprintOf } from '../../../vault/key-tree';
import { derive } from '../../../vault/sealed';
import { selectPublicKey } from '../../people/users';

/** The key of a run without a keychain. Its URLs end with the process. */
const ofThisRun = 0;

/** The keys that sign URLs, by number. */
export class UrlKeys {
  private readonly own = randomBytes(32);

  constructor(private readonly service: Pick<Service, 'masterKey' | 'store'>) {}

  /**
   * The key to sign with for a user: one per year, derived from the master key and the user's key pair, so that the URLs of a
   * user end when an administrator resets the password.
   */
  async current(at: number, user_id: string): Promise<{ key_number: number; key: Buffer }> {
    const key_number = numberAt(at);
    const key = await this.find(key_number, at, user_id);
    if (key) return { key_number, key };
    return { key_number: ofThisRun, key: found(await this.find(ofThisRun, at, user_id)) };
  }

  /** The key of a number and user; undefined for one that signs nothing any more, and without a keychain. */
  async find(key_number: number, at: number, user_id: string): Promise<Buffer | undefined> {
    const pair = await this.service.store.get(selectPublicKey, { user_id });
    const key = await this.ofNumber(key_number, at);
    return pair && key && derive(key, `cra/url-issuer/${fingerprintOf(pair)}`);
  }

  private async ofNumber(key_number: number, at: number): Promise<Buffer | undefined> {
    if (key_number === ofThisRun) return this.own;
    const isKnown = key_number === numberAt(at) || key_number === numberAt(at - weekMs);
    const { key } = await this.service.masterKey();
    return isKnown && key ? derive(key, `cra/url/${key_number}`) : undefined;
  }
}

const weekMs = 7 * dayMs;
/** 1 to 255; the same number returns after 255 years. */
const numberAt = (at: number): number => ((new Date(at).getUTCFullYear() - 2000) % 255) + 1;
