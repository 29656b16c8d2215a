import { readLicences } from '@shared/contract/licences';
import type { Service } from '../../../../context';
import { found } from '../../../../refusal';
import { selectLicences } from './queries';

export function licenceRoutes({ handle, store }: Service): void {
  handle(readLicences, async ({ actor, query, scope }) => {
    const { tenant_id = actor.tenant_id } = query;
    return { licences: found(await store.get(selectLicences, { tenant_id, scope })) };
  });
}
