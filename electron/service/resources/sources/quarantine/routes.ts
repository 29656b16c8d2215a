import { listQuarantine, type QuarantinedRecording, restoreRecording } from '@shared/contract/quarantine';
import { reaches } from '../../../access/needs';
import type { Scope } from '../../../access/scope';
import type { Service } from '../../../context';
import { listedFromMemory } from '../../../http/paging';
import { found } from '../../../refusal';
import { quarantine } from './quarantine';
import { restore } from './restore';

export function quarantineRoutes(service: Service): void {
  const { handle } = service;
  const recordings = service.part(quarantine);

  const listing = { records: () => recordings.list(), by: ({ file_path }: QuarantinedRecording) => file_path };
  handle(listQuarantine, listedFromMemory(listQuarantine, { ...listing, scope: isInReach }));

  handle(restoreRecording, async ({ params: { quarantine_id }, scope, actor, by }) => {
    const take = () => recordings.take(quarantine_id, (one) => restore(service, one, actor, by));
    const call_id = found(isInReach(scope) ? await take() : undefined);
    return { url: `/api/v2/calls/${call_id}.json` };
  });
}

/** Only the key of a recording shows its tenant. Until it is opened, only users who reach all tenants see it. */
const isInReach = (scope: Scope) => reaches(scope, 'every tenant');
