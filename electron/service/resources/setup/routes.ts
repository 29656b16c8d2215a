import { setUp } from '@shared/contract/setup';
import type { Service } from '../../context';
import { created } from '../../http/answers';
import { createAdministrator } from './first-run';

export function setupRoutes(service: Service): void {
  service.handle(setUp, async ({ body }) => {
    const userId = await createAdministrator(service, body.setup, 'window');
    return created(`/api/v2/users/${userId}.json`);
  });
}
