import { listQuarantine, restoreRecording } from '@shared/contract/quarantine';
import type { Scope } from '../../access/scope';
import type { Service } from '../../context';
import { pageAnswer, pageOfMemory } from '../../http/paging';
import { found } from '../../refusal';
import { quarantine } from './quarantine';
import { restore } from './restore';

export function quarantineRoutes(service: Service): void {
  const { handle } = service;
  const recordings = service.part(quarantine);

  handle(listQuarantine, ({ query, scope, request: { url } }) => {
    const reached = isInReach(scope) ? recordings.list() : [];
    const asked = { query, url, scope };
    return pageAnswer(listQuarantine, pageOfMemory(reached, { by: ({ file_path }) => file_path }, asked), asked);
  });

  handle(restoreRecording, async ({ params: { quarantine_id }, scope, actor, by }) => {
    const take = () => recordings.take(quarantine_id, (one) => restore(service, one, actor, by));
    const call_id = found(isInReach(scope) ? await take() : undefined);
    return { url: `/api/v2/calls/${call_id}.json` };
  });
}

/** Only the key of a recording shows its tenant. Until it is opened, only users who reach all tenants see it. */
const isInReach = ({ tenants }: Scope) => tenants === 'all';
