import { readSession } from '@shared/contract/sessions';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../renderer/api/api';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 0],
  ['a response that is not what the contract says', () => Promise.resolve(Response.json({ session: 7 })), 200],
  ['a refusal', () => Promise.resolve(Response.json({ error: 'Conflict' }, { status: 409 })), 409],
])('%s is distinguished by its status', async (_, answer, status) => {
  vi.stubGlobal('fetch', answer);

  await expect(api(readSession)).rejects.toMatchObject({ name: 'ApiRefusal', status });
});
