import type { AuditAction, AuditResource } from '@shared/contract/audit-log';
import type { Operation } from '@shared/contract/operation';
import type { Door } from '../access/door';
import type { Refused } from '../access/queries';

/** The kind of record of each part of a path. */
const kinds: Record<string, AuditResource> = {
  audit_log: 'audit_log',
  calls: 'call',
  categories: 'category',
  clients: 'client',
  custom_fields: 'custom_field',
  encrypt_keys: 'encrypt_key',
  ended_recordings: 'recording',
  evaluation_forms: 'evaluation_form',
  evaluation_queue: 'evaluation_report',
  evaluation_reports: 'evaluation_report',
  evaluation_samples: 'evaluation_sample',
  events: 'event',
  groups: 'group',
  imports: 'import',
  licences: 'licence',
  master_key: 'master_key',
  notes: 'note',
  quarantine: 'file',
  recordings: 'recording',
  recovery_kits: 'recovery_kit',
  reports: 'report',
  removed_calls: 'call',
  requests: 'request',
  roles: 'role',
  runs: 'report_run',
  saved_searches: 'saved_search',
  second_factor: 'second_factor',
  sessions: 'session',
  settings: 'settings',
  tenants: 'tenant',
  tokens: 'token',
  users: 'user',
  watch_folder: 'settings',
  watched_files: 'import',
};
const plain: Record<Operation['method'], AuditAction> = {
  get: 'read',
  post: 'create',
  put: 'update',
  delete: 'delete',
};
/** Operations that are something else than their method and path say. */
const others: Record<string, { action: AuditAction; resource: AuditResource }> = {
  'get /api/v2/calls/:call_id.json/audio': { action: 'play', resource: 'call' },
  'post /api/v2/calls/:call_id.json/muting': { action: 'mute', resource: 'call' },
  'post /api/v2/calls/:call_id.json/on_demand': { action: 'update', resource: 'call' },
  'put /api/v2/recordings/:recording_id/audio': { action: 'update', resource: 'recording' },
  'get /api/v2/calls/:call_id.json/file': { action: 'download', resource: 'call' },
  'post /api/v2/calls/:call_id.json/categories/:category_id.json': { action: 'update', resource: 'call' },
  'delete /api/v2/calls/:call_id.json/categories/:category_id.json': { action: 'update', resource: 'call' },
  'get /api/v2/calls/:call_id.json/file_url.json': { action: 'sign_url', resource: 'call' },
  'post /api/v2/master_key/replacement.json': { action: 'update', resource: 'master_key' },
  'post /api/v2/encrypt_keys/:key_id/users/:user_id.json': { action: 'update', resource: 'encrypt_key' },
  'delete /api/v2/encrypt_keys/:key_id/users/:user_id.json': { action: 'update', resource: 'encrypt_key' },
  'post /api/v2/encrypt_keys/:key_id/export.json': { action: 'export', resource: 'encrypt_key' },
  'post /api/v2/encrypt_keys/:key_id/rewrap.json': { action: 'rewrap', resource: 'encrypt_key' },
  'put /api/v2/evaluation_reports/:report_id/questions/:form_question_id.json': {
    action: 'update',
    resource: 'evaluation_report',
  },
  'post /api/v2/reports/figures.json': { action: 'read', resource: 'report' },
  'post /api/v2/watched_files/retry.json': { action: 'update', resource: 'import' },
  'get /api/v2/evaluation_forms/:form_id/export.json': { action: 'read', resource: 'evaluation_form' },
  'post /api/v2/removed_calls/:call_id/restore.json': { action: 'restore', resource: 'call' },
  'post /api/v2/quarantine/:quarantine_id.json/restore.json': { action: 'restore', resource: 'file' },
  'post /api/v2/sessions/view_as.json': { action: 'view_as', resource: 'user' },
  'delete /api/v2/sessions/view_as.json': { action: 'view_as_end', resource: 'user' },
};

/** What a refused request asked for, in the terms of the audit log. Its body and query are left out. */
export function refusedAct(
  { method, path }: Operation,
  { params, door }: { params: Record<string, string>; door: Door },
): Refused {
  const request = `${method} ${path}`;
  const parts = path.split('/').map((part) => part.replace('.json', ''));
  const at = parts.findLastIndex((part) => part in kinds);
  const id = parts.slice(others[request] ? 0 : at).find((part) => part.startsWith(':'));
  const resource_id = uuid.exec(params[id?.slice(1) ?? ''] ?? '')?.[0].toLowerCase() ?? null;
  const act = others[request] ?? { action: plain[method], resource: kinds[parts[at] ?? ''] ?? 'session' };
  return { ...act, resource_id, details: { request, door } };
}
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
