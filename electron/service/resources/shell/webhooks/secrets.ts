import { randomBytes, randomUUID } from 'node:crypto';
import { spend } from '../../../secret';
import { derive, seal, unseal } from '../../../vault/sealed';
import type { MasterSealed } from '../../keys/master-key';

const aadOf = (secret_id: string) => `cra/webhook/1|${secret_id}`;
const withKey = <T>(master: Buffer, use: (key: Buffer) => T): T => spend(derive(master, 'cra/webhook'), use);

const sealSecret = (master: Buffer, secret_id: string, secret: Buffer): Buffer =>
  withKey(master, (key) => seal(key, secret, aadOf(secret_id)));

/** The 32 bytes of a secret. Refused with IntegrityError when it does not open. */
export const openSecret = (master: Buffer, secret_id: string, sealed: Buffer): Buffer =>
  withKey(master, (key) => unseal(key, sealed, aadOf(secret_id)));

/** A new secret as its user gets it, and sealed under the master key. */
export const newSecret = (master: Buffer): { secret: string; secret_id: string; secret_sealed: Buffer } =>
  spend(randomBytes(32), (bytes) => {
    const secret_id = randomUUID();
    return {
      secret: `whsec_${bytes.toString('base64')}`,
      secret_id,
      secret_sealed: sealSecret(master, secret_id, bytes),
    };
  });

/** A secret, sealed under another master key. */
export const moveSecret = (from: Buffer, to: Buffer, { id, sealed }: MasterSealed): Buffer =>
  spend(openSecret(from, id, sealed), (bytes) => sealSecret(to, id, bytes));
