import type { AnswerOf } from '@shared/contract/operation';
import { readSettings, updateSettings } from '@shared/contract/settings';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../context';
import { Finished, jsonText } from '../../http/answers';
import { Refusal } from '../../refusal';
import { changeSettings, selectSettings, versionOf } from './queries';

export function settingsRoutes({ handle, store }: Service): void {
  const read = async (): Promise<Finished<AnswerOf<typeof readSettings>>> => {
    const settings = await store.get(selectSettings, undefined);
    return new Finished(jsonText(JSON.stringify({ settings }), { ETag: `"${versionOf(settings)}"` }));
  };

  handle(readSettings, read);

  handle(updateSettings, async ({ body, versions, actor, by }) => {
    const { multi_tenancy } = await store.get(selectSettings, undefined);
    const isTurned = (body.settings.multi_tenancy ?? multi_tenancy) !== multi_tenancy;
    if (isTurned && actor.access_level !== 'root') {
      throw new Refusal('PermissionError', reason('multi_tenancy_unrestricted'));
    }
    await store.write(changeSettings, { ...body, versions }, by);
    return read();
  });
}
