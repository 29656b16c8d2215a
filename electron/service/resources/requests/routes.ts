import { listRequests } from '@shared/contract/requests';
import type { Service } from '../../context';
import { isoInZone } from '../../zones';

export function requestRoutes({ handle, requests }: Service): void {
  handle(listRequests, ({ actor: { zone } }) => {
    const recent = requests.recent();
    return {
      requests: recent.requests.map((one) => ({ ...one, at: isoInZone(one.at, zone) })),
      tools: recent.tools.map((one) => ({ ...one, last_at: isoInZone(one.last_at, zone) })),
    };
  });
}
