import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService, type TestService } from '../support/start-service';

type Row = { audit_id: number; hash: string; details: string } & Record<
  'at' | 'user_id' | 'tenant_id' | 'action' | 'resource' | 'resource_id' | 'outcome',
  unknown
>;

/** The first row whose hash does not match the row and the previous hash; undefined when all match. */
function brokenAt({ given }: TestService): number | undefined {
  const rows = given.database((db) => db.prepare<[], Row>('SELECT * FROM audit_log ORDER BY audit_id').all());
  let before = '';
  for (const row of rows) {
    const said = [
      before,
      row.at,
      row.user_id,
      row.tenant_id,
      row.action,
      row.resource,
      row.resource_id,
      row.outcome,
      row.details,
    ];
    if (createHash('sha256').update(JSON.stringify(said)).digest('hex') !== row.hash) return row.audit_id;
    before = row.hash;
  }
  return undefined;
}

async function busyDay() {
  const started = await startService();
  const { nobody, given } = started;
  await given.recorded('question.mp3');
  for (const password of ['wrong', 'correct horse battery', 'wrong']) {
    await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password });
  }
  return started;
}

test('completed and refused actions are logged in one chain, without secrets', async () => {
  const started = await busyDay();
  const rows = started.given.database((db) => db.prepare<[], Row>('SELECT * FROM audit_log ORDER BY audit_id').all());
  const acts = rows.map(({ action, resource, outcome }) => `${action} ${resource} ${outcome}`);
  expect(acts).toEqual([
    'create encrypt_key done',
    'create user done',
    'create import done',
    'sign_in session refused',
    'sign_in session done',
    'sign_in session refused',
  ]);
  expect(brokenAt(started)).toBeUndefined();
  expect(JSON.stringify(rows)).not.toMatch(/correct horse|"wrong"/);
});

test.each([
  ['changed', "UPDATE audit_log SET outcome = 'done' WHERE audit_id = 4", 4],
  ['removed', 'DELETE FROM audit_log WHERE audit_id = 3', 4],
  ['moved', 'UPDATE audit_log SET at = at + 1 WHERE audit_id = 2', 2],
])('a row that is %s breaks the chain', async (_name, sql, place) => {
  const started = await busyDay();
  started.given.database((db) => db.exec(sql));
  expect(brokenAt(started)).toBe(place);
});
