import { readSettings, updateSettings } from '@shared/contract/settings';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../context';
import { Refusal } from '../../refusal';
import { changeSettings, selectSettings } from './queries';

export function settingsRoutes({ handle, store }: Service): void {
  const read = async () => ({ settings: await store.get(selectSettings, undefined) });

  handle(readSettings, read);

  handle(updateSettings, async ({ body, actor, by }) => {
    if (body.settings.multi_tenancy !== undefined && actor.access_level !== 'root') {
      throw new Refusal('PermissionError', reason('multi_tenancy_unrestricted'));
    }
    await store.write(changeSettings, body, by);
    return read();
  });
}
