import { z } from 'zod';
import { kindNames } from '../kinds';
import { auditActions, auditDoors } from './audited';
import { daterange, recordId, text } from './fields';
import { operation, timestamp, wholeNumber } from './operation';
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
    resource_name: z
      .string()
      .nullable()
      .meta({ description: 'The current name of the record; null for one without a name, and for one that is gone' }),
    outcome: z.enum(['done', 'refused']),
    door: z.enum(auditDoors).nullable().meta({
      description: 'How it came in. Null for a job that works on behalf of a user, and in older entries',
    }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'Under `changes`: each changed field by its dotted path, before and after. Of a refusal, the operation as `request`, its `door` and the `reason`',
    }),
    hash: z.string().meta({ description: 'SHA-256 of the entry and of the hash before it' }),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const filters = {
  daterange: daterange().optional(),
  user_id: recordId().optional().meta({ description: 'By this user' }),
  tenant_id: recordId().optional().meta({ description: 'In this tenant' }),
  action: z.enum(auditActions).optional().meta({ description: 'The kind of action' }),
  resource: z.enum(kindNames).optional().meta({ description: 'The kind of record' }),
  resource_id: text(64).optional().meta({ description: 'The record' }),
  door: z.enum(auditDoors).optional().meta({ description: 'How it came in' }),
  outcome: z.enum(['done', 'refused']).optional().meta({ description: 'What came of it' }),
};

/** The entries of the audit log, newest first. */
export const listAuditLog = operation({
  method: 'get',
  path: '/api/v2/audit_log.json',
  summary: 'List the audit log',
  permission: 'audit:view',
  audited: { action: 'read', resource: 'audit_log' },
  query: listQuery.extend(filters),
  response: pageOf('audit_log', AuditEntry),
  extension: true,
});

/** The same entries as a table. */
export const exportAuditLog = operation({
  method: 'get',
  path: '/api/v2/audit_log/export.csv',
  summary: 'Export the audit log',
  description:
    'The first lines name the filters, the last one is the SHA-256 of all lines before it. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  permission: 'audit:view',
  audited: { action: 'read', resource: 'audit_log' },
  query: z.strictObject(filters),
  produces: ['text/csv'],
  example:
    '# Earshot audit log\r\naudit_id,created_at,user_name\r\n1,2026-11-20T14:32:08+00:00,Ingrid Solberg\r\n# SHA-256 of the lines above: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\r\n',
  extension: true,
});

/** The first entry that is not as it was written, and what happened to it. */
export const AuditFault = z
  .object({ audit_id: z.number().int(), kind: z.enum(['removed', 'changed', 'reordered', 'added']) })
  .meta({ id: 'AuditFault' });
export type AuditFault = z.infer<typeof AuditFault>;

/** The most entries that are verified at a time. */
export const verifiedAtOnce = 10_000;

/** Verifies every entry against the chain of hashes. */
export const verifyAuditLog = operation({
  method: 'get',
  path: '/api/v2/audit_log/verification.json',
  summary: 'Verify the audit log',
  description:
    'To show the progress of a long log, verify it in parts: send `after` 0, then `entries` of the response, until `is_complete`.',
  permission: 'audit:view',
  audited: { action: 'read', resource: 'audit_log' },
  reach: 'every tenant',
  query: z.strictObject({
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta({ description: `Verifies at most ${verifiedAtOnce} entries after this one; the whole log when omitted` }),
  }),
  response: z.object({
    verification: z.object({
      entries: z.number().int().meta({ description: 'The last entry that is as it was written' }),
      fault: AuditFault.nullable(),
      is_complete: z.boolean().meta({ description: 'Whether no entries are left to verify' }),
    }),
  }),
  extension: true,
});
