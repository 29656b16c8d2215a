import { listRequests } from '@shared/contract/requests';
import { validTokens } from '../../../access/queries';
import type { Service } from '../../../context';
import { recentRequests } from '../../../recent-requests';
import { isoInZone } from '../../../zones';

export function requestRoutes(service: Service): void {
  const { handle, store, now } = service;
  const requests = service.part(recentRequests);
  handle(listRequests, async ({ actor: { zone } }) => {
    const recent = requests.recent();
    const ids = recent.tools.flatMap(({ token_id }) => token_id ?? []);
    const valid = await store.read(validTokens, { ids, now: now() });
    return {
      requests: recent.requests.map((one) => ({ ...one, at: isoInZone(one.at, zone) })),
      tools: recent.tools.map((one) => ({
        ...one,
        is_revoked: one.token_id !== null && !valid.has(one.token_id),
        last_at: isoInZone(one.last_at, zone),
      })),
    };
  });
}
