import type { Service } from './context';
import { readSetting } from './store/setting';

/** The zone of times without an offset in files: that of the settings, otherwise that of the system. */
export const localZone = async ({ store, timezone }: Pick<Service, 'store' | 'timezone'>): Promise<string> =>
  String((await store.get(readSetting, { name: 'timezone' })) ?? '') || timezone;
