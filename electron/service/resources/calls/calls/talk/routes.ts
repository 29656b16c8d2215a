import { readTalkMetrics } from '@shared/contract/calls';
import type { Service } from '../../../../context';
import { measuring } from './measuring';

export function talkRoutes({ handle, part }: Service): void {
  const own = part(measuring);
  handle(readTalkMetrics, async ({ view }) => ({ talk_metrics: await own.metrics(view) }));
}
