/** The actions in the audit log, in the order in which its filter offers them. */
export const auditActions = [
  ...(['sign_in', 'sign_out', 'play', 'download', 'create', 'update', 'delete', 'restore', 'read'] as const),
  ...(['view_as', 'view_as_end', 'open', 'export', 'rewrap', 'sign_url', 'mute', 'unmute'] as const),
  ...(['destroy', 'damaged'] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The kinds of records in the audit log, in the order in which its filter offers them. */
export const auditResources = [
  ...(['call', 'recording', 'note', 'category', 'client', 'custom_field', 'saved_search', 'import', 'file'] as const),
  ...(['report', 'report_run'] as const),
  ...(['evaluation_form', 'evaluation_report', 'evaluation_sample'] as const),
  ...(['user', 'group', 'role', 'tenant', 'session', 'second_factor', 'token', 'licence'] as const),
  ...(['encrypt_key', 'master_key', 'recovery_kit', 'backup', 'settings', 'audit_log', 'request', 'event'] as const),
] as const;
export type AuditResource = (typeof auditResources)[number];

/** The ways of a request into Earshot: its window, TCP, a signed URL or the command line; or what it does by itself. */
export const auditDoors = ['window', 'api', 'signed_link', 'command_line', 'earshot'] as const;
export type AuditDoor = (typeof auditDoors)[number];

/** What a refused request is in the audit log. `id`: the id in the path that names the record, if it has one. */
export type Audited = { readonly action: AuditAction; readonly resource: AuditResource; readonly id?: string };
