import type { encryptKeyApi } from '@shared/contract/encrypt-keys';
import { list } from '../../../access/list';
import { inTenants, type Scope } from '../../../access/scope';
import { flag, isoTime, jsonValues, publicPem } from '../../../store/fragments';
import { columnsOf, text } from '../../../store/sql';
import { filesOf, filesOnlyOf } from './key-sets.queries';

/** Encryption keys by name. */
export const encryptKeyList = list<typeof encryptKeyApi.list>('/api/v2/encrypt_keys.json', {
  from: 'encrypt_keys k',
  record: {
    ...columnsOf('k', ['key_id', 'tenant_id', 'name', 'protection_mode', 'add_type', 'key_length', 'fingerprint']),
    is_active: flag('k.is_active'),
    public_key: publicPem('k.public_key'),
    has_private_key: flag('CASE WHEN k.private_key_sealed IS NULL THEN 0 ELSE 1 END'),
    granted_users: jsonValues('g.user_id', 'encrypt_key_grants g WHERE g.key_id = k.key_id'),
    files: filesOf('k'),
    files_only_here: filesOnlyOf('k'),
    created_at: isoTime('k.created_at'),
  },
  key: [text('k.name_folded'), text('k.key_id')],
  scope: (scope) => inTenants(scope, 'k'),
  filters: {},
  id: 'k.key_id',
  named: { as: 'encrypt_key', by: 'k.name' },
  version: 'k.updated_at',
});

/** A key in the audit log. */
export const target = (id: string, scope: Scope) => ({
  list: encryptKeyList,
  resource: 'encrypt_key' as const,
  id,
  scope,
});
