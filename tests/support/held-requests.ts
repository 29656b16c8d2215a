import { join } from 'node:path';
import { openConnection } from '../../electron/service/store/connection';

let made = 0;

/**
 * Requests that stay at work, because another connection holds the database. `full` resolves once the door has no place left
 * for a further request. `end` must be called within five seconds, and resolves to the statuses.
 */
export function held(count: number, { port, dataFolder, authorization }: Door) {
  const db = openConnection(join(dataFolder, 'earshot.db'));
  db.exec('BEGIN IMMEDIATE');
  const headers = { authorization, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
    await response.arrayBuffer();
    return response;
  };
  const answers = Array.from({ length: count }, () => {
    const body = JSON.stringify({ category: { name: `Category ${++made}` } });
    return ask('/api/v2/categories.json', { method: 'POST', body });
  });
  return {
    ask,
    async full(): Promise<Response> {
      for (;;) {
        const refused = await ask('/api/v2/settings.json');
        if (refused.status === 503) return refused;
      }
    },
    async end(): Promise<number[]> {
      db.exec('ROLLBACK');
      db.close();
      return (await Promise.all(answers)).map(({ status }) => status);
    },
  };
}
type Door = { port: number; dataFolder: string; authorization: string };
