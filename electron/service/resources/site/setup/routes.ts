import { setUp } from '@shared/contract/setup';
import type { Service } from '../../../context';
import { created } from '../../../http/answers';
import type { Asked } from '../../../http/handle';
import { createAdministrator, needsSetup } from './first-run';

export function setupRoutes(service: Service): void {
  const create = async ({ body }: Asked<typeof setUp>) => {
    const userId = await createAdministrator(service, body.setup, 'window');
    return created(`/api/v2/users/${userId}.json`);
  };
  service.handle(setUp, create, () => needsSetup(service));
}
