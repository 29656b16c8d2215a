import { readHealth } from '@shared/contract/health';
import { readSession } from '@shared/contract/sessions';
import { expect, test } from 'vitest';
import type { Authenticator } from '../../electron/service/access/authenticate';
import { createHandler } from '../../electron/service/http/handle';

const handler = () => createHandler({} as Authenticator, Date.now, () => {});
const health = () => ({ app: 'earshot' as const, api: 'v2' as const });

test('a service does not start with an operation that has no rule', () => {
  const { handle, seal } = handler();
  handle(readHealth, health);

  expect(() => seal([readHealth, readSession])).toThrow('Without a rule: get /api/v2/sessions.json.');
});

test('a service does not start with a rule for an operation outside the contract', () => {
  const { handle, seal } = handler();
  handle(readHealth, health);

  expect(() => seal([])).toThrow('Not in the contract: get /healthz.');
});
