import { z } from 'zod';
import { says } from '../reasons/check';
import { collection } from './collection';
import { readOnly, recordName, tenantOfNew } from './fields';
import { Created, operation, timestamp } from './operation';

/** The lengths of a generated key, in bits. */
export const keyLengths = [2048, 3072, 4096] as const;
/** The shortest passphrase of an exported key, in characters. */
export const shortestPassphrase = 15;
const longestPassword = 1024;
const longestKeyText = 65_536;

const protectionMode = z.enum(['application', 'user']);

/** An RSA key that recordings are encrypted to. The private half is never part of a response. */
export const EncryptKey = z
  .object({
    key_id: z.uuid(),
    tenant_id: z.uuid(),
    name: z.string(),
    protection_mode: protectionMode.meta({
      description: 'application: opens for everyone who may hear a recording; user: for those who were granted it',
    }),
    add_type: z.enum(['generate', 'import']),
    is_active: z.boolean().meta({ description: 'New recordings are encrypted to every active key of the tenant' }),
    key_length: z.number().int().meta({ description: 'Bits' }),
    fingerprint: z.string().meta({ description: 'SHA-256 of the public key (SPKI), hex' }),
    public_key: z.string().meta({ description: 'PEM' }),
    has_private_key: z.boolean().meta({ description: 'Without it, the key encrypts but opens nothing' }),
    granted_users: z.array(z.uuid()).meta({ description: 'The users who can open a key in user mode' }),
    files: z.number().int().meta({ description: 'Extension: the recordings that are encrypted to it' }),
    files_only_here: z
      .number()
      .int()
      .meta({ description: 'Extension: those of them that nobody can open with another key' }),
    created_at: timestamp(),
  })
  .meta({ id: 'EncryptKey' });
export type EncryptKey = z.infer<typeof EncryptKey>;

const ignored = {
  key_id: readOnly(),
  fingerprint: readOnly(),
  has_private_key: readOnly(),
  granted_users: readOnly(),
  files: readOnly(),
  files_only_here: readOnly(),
  created_at: readOnly(),
};
const keyText = (description: string) => z.string().max(longestKeyText).optional().meta({ description });
const privateKey = keyText('PEM, or the Base64 of PEM or DER; only for an import');
const privateKeyPassword = z
  .string()
  .max(longestPassword)
  .optional()
  .meta({ description: 'The password of `private_key`, if it has one' });

const NewEncryptKey = z.strictObject({
  ...ignored,
  tenant_id: tenantOfNew(),
  name: recordName(),
  protection_mode: z
    .enum(['application', 'user', 'app'])
    .transform((mode) => (mode === 'app' ? 'application' : mode))
    .default('application')
    .meta({ description: '`app` is another spelling of application' }),
  add_type: z.enum(['generate', 'import']),
  is_active: z.boolean().default(true),
  key_length: z
    .number()
    .int()
    .optional()
    .meta({ description: `For a generated key: ${keyLengths.join(', ')} bits; 3072 when omitted` }),
  public_key: keyText('PEM, or the Base64 of PEM or DER; required for an import'),
  private_key: privateKey,
  private_key_password: privateKeyPassword,
});
export type NewEncryptKey = z.output<typeof NewEncryptKey>;

const ChangedEncryptKey = z.strictObject({
  ...ignored,
  tenant_id: readOnly(),
  protection_mode: readOnly(),
  add_type: readOnly(),
  key_length: readOnly(),
  public_key: readOnly(),
  name: recordName().optional(),
  is_active: z.boolean().optional(),
  private_key: privateKey,
  private_key_password: privateKeyPassword,
});
export type ChangedEncryptKey = z.output<typeof ChangedEncryptKey>;

const base = collection({
  plural: 'encrypt_keys',
  singular: 'encrypt_key',
  id: 'key_id',
  area: 'encrypt_keys',
  record: EncryptKey,
  fresh: NewEncryptKey,
  changed: ChangedEncryptKey,
  filters: {},
  published: ['create'],
  decisions: {
    create:
      'API v2 does not show the values of protection_mode and key_length, nor the stored record. A key in user mode is granted to its creator, who needs a key pair (403).',
  },
});
/** All recordings of the tenant depend on its keys. */
const reach = 'whole tenant' as const;
export const encryptKeyApi = {
  ...base,
  create: operation({ ...base.create, reach, refusals: ['KeychainUnavailable'] }),
  delete: operation({ ...base.delete, reach }),
  update: operation({
    ...base.update,
    reach,
    description: 'Only the properties that are sent are changed. `private_key` completes a key that only encrypts.',
    refusals: ['KeychainUnavailable'],
  }),
};

const grant = {
  path: '/api/v2/encrypt_keys/:key_id/users/:user_id.json',
  permission: 'encrypt_keys:grant',
  extension: true,
} as const;

/** Lets a user open a key in user mode. Only a user who can open the key can grant it. */
export const grantKey = operation({
  ...grant,
  summary: 'Grant a user the use of a key',
  method: 'post',
  audited: { action: 'update', resource: 'encrypt_key', id: 'key_id' },
  response: Created,
  status: 201,
});

/** Revokes a grant. The last one of a key stays. */
export const revokeKey = operation({
  ...grant,
  summary: 'Revoke the use of a key',
  method: 'delete',
  audited: { action: 'update', resource: 'encrypt_key', id: 'key_id' },
  response: z.object({}),
  refusals: ['Conflict'],
});

/** The private half of a key as PKCS#8 (PEM), encrypted under a passphrase. Requires the caller's password. */
export const exportKey = operation({
  summary: 'Export the private half of a key',
  method: 'post',
  path: '/api/v2/encrypt_keys/:key_id/export.json',
  permission: 'encrypt_keys:grant',
  reach,
  audited: { action: 'export', resource: 'encrypt_key', id: 'key_id' },
  body: z.strictObject({
    password: z.string().min(1, says('password_missing')).max(longestPassword),
    passphrase: z
      .string()
      .refine((text) => [...text].length >= shortestPassphrase, says('passphrase_short', { least: shortestPassphrase }))
      .max(longestPassword),
  }),
  response: z.object({ private_key: z.string() }),
  refusals: ['KeychainUnavailable'],
  extension: true,
});

/** A key of a recording, as far as its listeners may know it. */
export const CallKey = z
  .object({
    ...EncryptKey.pick({
      key_id: true,
      name: true,
      fingerprint: true,
      protection_mode: true,
      has_private_key: true,
    }).shape,
    opens_for_you: z.boolean().meta({ description: 'Whether the recording opens for the caller with this key' }),
    can_grant: z.array(z.object({ user_id: z.uuid(), name: z.string() })).meta({
      description:
        'The users who can grant a key in user mode: they hold it, and have encrypt_keys:grant. ' +
        'Empty for a key of a tenant that the caller does not reach, since it cannot be granted to them',
    }),
  })
  .meta({ id: 'CallKey' });
export type CallKey = z.infer<typeof CallKey>;

/** The keys that the audio of a call is encrypted to, by name. A deleted key is not among them. */
export const readCallKeys = operation({
  summary: 'List the keys of a call',
  method: 'get',
  path: '/api/v2/calls/:call_id.json/keys.json',
  permission: 'calls:view',
  audited: { action: 'read', resource: 'call', id: 'call_id' },
  response: z.object({ keys: z.array(CallKey) }),
  extension: true,
});
