import { randomBytes } from 'node:crypto';
import { dayMs } from '@shared/duration';
import type { Service } from '../../context';
import { derive } from '../../vault/sealed';

/** The key of a run without a keychain. Its URLs end with the process. */
const ofThisRun = 0;

/** The keys that sign URLs, by number. */
export class UrlKeys {
  private readonly own = randomBytes(32);

  constructor(private readonly service: Pick<Service, 'masterKey'>) {}

  /** The key to sign with: one per year, derived from the master key. */
  async current(at: number): Promise<{ key_number: number; key: Buffer }> {
    const key_number = numberAt(at);
    const key = await this.find(key_number, at);
    return key ? { key_number, key } : { key_number: ofThisRun, key: this.own };
  }

  /** The key of a number; undefined for one that signs nothing any more, and without a keychain. */
  async find(key_number: number, at: number): Promise<Buffer | undefined> {
    if (key_number === ofThisRun) return this.own;
    const isKnown = key_number === numberAt(at) || key_number === numberAt(at - weekMs);
    const { key } = await this.service.masterKey();
    return isKnown && key ? derive(key, `cra/url/${key_number}`) : undefined;
  }
}

const weekMs = 7 * dayMs;
/** 1 to 255; the same number returns after 255 years. */
const numberAt = (at: number): number => ((new Date(at).getUTCFullYear() - 2000) % 255) + 1;
