import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConnection } from '../../electron/service/store/connection';
import { temporaryFolder } from '../support/start-service';

test('a statement in use is prepared once, however many others are prepared', () => {
  const db = openConnection(join(temporaryFolder(), 'earshot.db'));
  onTestFinished(() => db.close());
  const [used, unused] = ['SELECT 1 AS used', 'SELECT 1 AS unused'].map((sql) => db.prepare(sql));

  for (let n = 0; n < 2_000; n++) {
    db.prepare(`SELECT ${n} AS n`);
    db.prepare('SELECT 1 AS used');
  }

  expect(db.prepare('SELECT 1 AS used')).toBe(used);
  // Others are released, because combinations of filters are unlimited.
  expect(db.prepare('SELECT 1 AS unused')).not.toBe(unused);
});
