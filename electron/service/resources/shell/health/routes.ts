import { createHmac } from 'node:crypto';
import { readHealth } from '@shared/contract/health';
import type { Service } from '../../../context';
import { proofKey } from '../../../proof-key';

export function healthRoutes({ handle, part }: Service): void {
  const key = part(proofKey);
  handle(readHealth, ({ query }) => ({
    app: 'earshot' as const,
    api: 'v2' as const,
    ...(query.nonce && { proof: createHmac('sha256', key).update(query.nonce).digest('hex') }),
  }));
}
