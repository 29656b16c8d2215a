import { randomBytes } from 'node:crypto';
import { spend } from '../../../secret';
import { derive, seal, unseal } from '../../../vault/sealed';
import type { MasterSealed } from '../../keys/master-key';
import { webhookOf } from './queries';

const aadOf = (webhook_id: string) => `cra/webhook/1|${webhook_id}`;
const withKey = <T>(master: Buffer, use: (key: Buffer) => T): T => spend(derive(master, 'cra/webhook'), use);

const sealSecret = (master: Buffer, webhook_id: string, secret: Buffer): Buffer =>
  withKey(master, (key) => seal(key, secret, aadOf(webhook_id)));

/** The 32 bytes of a secret. Refused with IntegrityError when it does not open. */
export const openSecret = (master: Buffer, webhook_id: string, sealed: Buffer): Buffer =>
  withKey(master, (key) => unseal(key, sealed, aadOf(webhook_id)));

/** A new secret as its user gets it, and sealed under the master key. */
export const newSecret = (master: Buffer, webhook_id: string): { secret: string; secret_sealed: Buffer } =>
  spend(randomBytes(32), (bytes) => ({
    secret: `whsec_${bytes.toString('base64')}`,
    secret_sealed: sealSecret(master, webhook_id, bytes),
  }));

/** A secret, sealed under another master key. */
export const moveSecret = (from: Buffer, to: Buffer, secret: MasterSealed): Buffer =>
  spend(openSecret(from, webhookOf(secret), secret.sealed), (bytes) => sealSecret(to, webhookOf(secret), bytes));
