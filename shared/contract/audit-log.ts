import { z } from 'zod';
import { daterange, recordId, text } from './fields';
import { operation, timestamp } from './operation';
import { listQuery, pageOf } from './paging';

/** One action on one record. Entries are only ever added. */
export const AuditEntry = z
  .object({
    audit_id: z.number().int().meta({ description: 'Counts up from 1 without a gap' }),
    created_at: timestamp(),
    user_id: z
      .uuid()
      .nullable()
      .meta({ description: 'Null for Earshot itself, the command line and an unknown caller' }),
    user_name: z.string().nullable(),
    tenant_id: z.uuid().nullable(),
    action: z.string(),
    resource: z.string().meta({ description: 'The kind of record' }),
    resource_id: z.string().nullable(),
    outcome: z.enum(['done', 'refused']),
    details: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Under `changes`: each changed field by its dotted path, before and after' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The entries of the audit log, newest first. */
export const listAuditLog = operation({
  method: 'get',
  path: '/api/v2/audit_log.json',
  summary: 'List the audit log',
  permission: 'audit:view',
  query: listQuery.extend({
    daterange: daterange().optional(),
    user_id: recordId().optional().meta({ description: 'By this user' }),
    tenant_id: recordId().optional().meta({ description: 'In this tenant' }),
    action: text(64).optional().meta({ description: 'The kind of action, such as play' }),
    resource: text(64).optional().meta({ description: 'The kind of record, such as call' }),
    resource_id: text(64).optional().meta({ description: 'The record' }),
    outcome: z.enum(['done', 'refused']).optional().meta({ description: 'What came of it' }),
  }),
  response: pageOf('audit_log', AuditEntry),
  extension: true,
});

/** The first entry that is not as it was written, and what happened to it. */
export const AuditFault = z
  .object({ audit_id: z.number().int(), kind: z.enum(['removed', 'changed', 'reordered', 'added']) })
  .meta({ id: 'AuditFault' });
export type AuditFault = z.infer<typeof AuditFault>;

/** Verifies every entry against the chain of hashes. */
export const verifyAuditLog = operation({
  method: 'get',
  path: '/api/v2/audit_log/verification.json',
  summary: 'Verify the audit log',
  permission: 'audit:view',
  reach: 'every tenant',
  response: z.object({ verification: z.object({ entries: z.number().int(), fault: AuditFault.nullable() }) }),
  extension: true,
});
