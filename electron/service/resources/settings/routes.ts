import type { AnswerOf } from '@shared/contract/operation';
import { readSettings, updateSettings } from '@shared/contract/settings';
import type { Service } from '../../context';
import { Finished, jsonText } from '../../http/answers';
import { changeSettings, selectSettings, versionOf } from './queries';

export function settingsRoutes({ handle, store }: Service): void {
  const read = async (): Promise<Finished<AnswerOf<typeof readSettings>>> => {
    const settings = await store.get(selectSettings, undefined);
    return new Finished(jsonText(JSON.stringify({ settings }), { ETag: `"${versionOf(settings)}"` }));
  };

  handle(readSettings, read);

  handle(updateSettings, async ({ body, versions, unmet, by }) => {
    await store.write(changeSettings, { ...body, versions, unmet }, by);
    return read();
  });
}
