/** The actions in the audit log. */
export const auditActions = [
  ...(['create', 'read', 'update', 'delete', 'destroy', 'restore'] as const),
  ...(['sign_in', 'sign_out', 'view_as', 'view_as_end'] as const),
  ...(['open', 'play', 'download', 'damaged', 'export', 'rewrap', 'sign_url', 'mute', 'unmute'] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The kinds of records in the audit log. */
export const auditResources = [
  ...(['audit_log', 'backup', 'call', 'category', 'client', 'custom_field', 'encrypt_key'] as const),
  ...(['evaluation_form', 'evaluation_report', 'evaluation_sample', 'event', 'file', 'group', 'import'] as const),
  ...(['licence', 'master_key', 'note', 'recording', 'recovery_kit', 'report', 'report_run', 'request'] as const),
  ...(['role', 'saved_search', 'second_factor', 'session', 'settings', 'tenant', 'token', 'user'] as const),
] as const;
export type AuditResource = (typeof auditResources)[number];

/** The ways of a request into Earshot: its window, TCP, a signed URL or the command line; or what it does by itself. */
export const auditDoors = ['window', 'api', 'signed_link', 'command_line', 'earshot'] as const;
export type AuditDoor = (typeof auditDoors)[number];

/** What a refused request is in the audit log. `id`: the id in the path that names the record, if it has one. */
export type Audited = { readonly action: AuditAction; readonly resource: AuditResource; readonly id?: string };
