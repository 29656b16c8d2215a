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

test('a query is not prepared again when its parameters change', () => {
  const db = openConnection(join(temporaryFolder(), 'earshot.db'));
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE numbers (n INTEGER PRIMARY KEY)');
  const columns = Array.from({ length: 500 }, (_, n) => `n + ${n} AS column_${n}`).join(', ');
  const preparing = (round: number) => db.prepare(`SELECT ${columns} FROM numbers LIMIT @limit /* ${round} */`);
  const query = preparing(0);

  const fastest = (run: (round: number) => void) => {
    const times = Array.from({ length: 50 }, (_, round) => {
      const begun = performance.now();
      run(round + 1);
      return performance.now() - begun;
    });
    return Math.min(...times);
  };

  expect(fastest((limit) => query.all({ limit }))).toBeLessThan(fastest(preparing) / 3);
});
