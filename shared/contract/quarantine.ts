import { z } from 'zod';
import { Created, operation } from './operation';
import { listQuery, pageOf } from './paging';

/** A recording in the data folder that the database does not know, for example after an older backup was restored. */
export const QuarantinedRecording = z
  .object({
    quarantine_id: z.uuid(),
    date: z.iso.date().meta({ description: 'The day of its call, in UTC' }),
    file_path: z.string().meta({ description: 'Where it lay in the archive' }),
    file_size: z.number().int().meta({ description: 'Of the encrypted file, in bytes' }),
  })
  .meta({ id: 'QuarantinedRecording' });
export type QuarantinedRecording = z.infer<typeof QuarantinedRecording>;

export const listQuarantine = operation({
  method: 'get',
  path: '/api/v2/quarantine.json',
  summary: 'List recordings that the database does not know',
  permission: 'system:view',
  audited: { action: 'read', resource: 'file' },
  query: listQuery,
  response: pageOf('quarantine', QuarantinedRecording),
  extension: true,
});
/**
 * Creates a call for the recording and returns its address. If the archive has the same recording, returns the address
 * of that call.
 */
export const restoreRecording = operation({
  method: 'post',
  path: '/api/v2/quarantine/:quarantine_id.json/restore.json',
  summary: 'Restore a recording as a call',
  permission: 'system:edit',
  audited: { action: 'restore', resource: 'file', id: 'quarantine_id' },
  response: Created,
  extension: true,
});
