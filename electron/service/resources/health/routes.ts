import { createHmac } from 'node:crypto';
import { readHealth } from '@shared/contract/health';
import type { Service } from '../../context';

export function healthRoutes({ handle, proofKey }: Service): void {
  handle(readHealth, ({ query }) => ({
    app: 'earshot' as const,
    api: 'v2' as const,
    ...(query.nonce && { proof: createHmac('sha256', proofKey).update(query.nonce).digest('hex') }),
  }));
}
