import type { Kind } from '../kinds';

/** The actions in the audit log, in the order in which its filter offers them. */
export const auditActions = [
  ...(['sign_in', 'sign_out', 'play', 'download', 'create', 'update', 'delete', 'restore', 'read'] as const),
  ...(['view_as', 'view_as_end', 'open', 'export', 'rewrap', 'sign_url', 'mute', 'unmute'] as const),
  ...(['destroy', 'damaged', 'source_removed'] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The ways of a request into Earshot: its window, TCP, a signed URL or the command line; or what it does by itself. */
export const auditDoors = ['window', 'api', 'signed_link', 'command_line', 'earshot'] as const;
export type AuditDoor = (typeof auditDoors)[number];

/** What a refused request is in the audit log. `id`: the id in the path that names the record, if it has one. */
export type Audited = { readonly action: AuditAction; readonly resource: Kind; readonly id?: string };
