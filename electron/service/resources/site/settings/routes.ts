import type { AnswerOf } from '@shared/contract/operation';
import { readSettings, updateSettings } from '@shared/contract/settings';
import type { Service } from '../../../context';
import { Finished, jsonText } from '../../../http/answers';
import { isoInZone } from '../../../zones';
import { databaseCheck } from '../backups';
import { changeSettings, selectSettings, versionOf } from './queries';

export function settingsRoutes({ handle, store, part }: Service): void {
  const check = part(databaseCheck);
  const read = async (zone: string): Promise<Finished<AnswerOf<typeof readSettings>>> => {
    const stored = await store.get(selectSettings, undefined);
    const { damagedAt } = check;
    const settings = { ...stored, database_damaged_at: damagedAt === null ? null : isoInZone(damagedAt, zone) };
    return new Finished(jsonText(JSON.stringify({ settings }), { ETag: `"${versionOf(stored)}"` }));
  };

  handle(readSettings, ({ actor: { zone } }) => read(zone));

  handle(updateSettings, async ({ body, versions, unmet, by, actor: { zone } }) => {
    await store.write(changeSettings, { ...body, versions, unmet }, by);
    return read(zone);
  });
}
