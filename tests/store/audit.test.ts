import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { audit } from '../../electron/service/store/audit';
import { run } from '../support/command-line';
import { startService, temporaryFolder } from '../support/start-service';

const verification = '/api/v2/audit_log/verification.json';

async function busyDay() {
  const started = await startService();
  const { nobody, given } = started;
  await given.recorded('question.mp3');
  for (const password of ['wrong', 'correct horse battery', 'wrong']) {
    await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password });
  }
  return started;
}

const swap = (one: number, two: number) => `
  UPDATE audit_log SET audit_id = -1 WHERE audit_id = ${one};
  UPDATE audit_log SET audit_id = ${one} WHERE audit_id = ${two};
  UPDATE audit_log SET audit_id = ${two} WHERE audit_id = -1;`;

test('completed and refused actions are logged in one chain, without secrets', async () => {
  const { admin } = await busyDay();
  const { audit_log } = (await admin.get('/api/v2/audit_log.json')).body;
  const acts = audit_log.map((entry: Record<string, string>) => `${entry.action} ${entry.resource} ${entry.outcome}`);

  expect(acts.toReversed()).toEqual([
    'create encrypt_key done',
    'create user done',
    'create import done',
    'sign_in session refused',
    'sign_in session done',
    'sign_in session refused',
  ]);
  expect((await admin.get(verification)).body).toEqual({
    verification: { entries: 6, fault: null, is_complete: true },
  });
  expect(JSON.stringify(audit_log)).not.toMatch(/correct horse|"wrong"/);
});

test.each([
  ['changed', "UPDATE audit_log SET outcome = 'done' WHERE audit_id = 4", 4],
  ['changed', 'UPDATE audit_log SET at = at + 1 WHERE audit_id = 2', 2],
  ['changed', 'UPDATE audit_log SET door = NULL WHERE audit_id = 5', 5],
  ['changed', "UPDATE audit_log SET door = 'window' WHERE audit_id = 6", 6],
  ['changed', "UPDATE audit_log SET details = '{}' WHERE audit_id = 5", 5],
  ['changed', `UPDATE audit_log SET details = '{"redacted":true}', redacted_by = 6 WHERE audit_id = 5`, 5],
  ['changed', `UPDATE audit_log SET details = '{}', details_hash = NULL WHERE audit_id = 5`, 5],
  ['removed', 'DELETE FROM audit_log WHERE audit_id = 3', 3],
  ['removed', 'DELETE FROM audit_log WHERE audit_id = 1', 1],
  ['removed', 'DELETE FROM audit_log WHERE audit_id > 4', 5],
  ['removed', 'DELETE FROM audit_head', 7],
  ['removed', 'DELETE FROM audit_head; DELETE FROM audit_log WHERE audit_id > 4', 5],
  ['removed', 'DELETE FROM audit_head; DELETE FROM audit_log', 1],
  ['changed', 'UPDATE audit_head SET audit_id = 1', 6],
  ['changed', "UPDATE audit_head SET hash = ''", 6],
  ['added', 'UPDATE audit_log SET audit_id = -5 WHERE audit_id = 2', -5],
  ['reordered', swap(3, 4), 3],
  ['reordered', swap(2, 5), 2],
])('an entry that was %s is named: %s', async (kind, sql, audit_id) => {
  const { admin, given } = await busyDay();
  given.database((db) => db.exec(sql));

  expect((await admin.get(verification)).body.verification.fault).toEqual({ audit_id, kind });
});

test.each([
  ['DELETE FROM audit_head', 7],
  ['DELETE FROM audit_head; DELETE FROM audit_log', 1],
  ['DELETE FROM audit_head; DELETE FROM audit_log WHERE audit_id > 4', 5],
  ['UPDATE audit_head SET audit_id = 1', 7],
])('after %s the log is still being written, and reports entry %i as removed', async (sql, audit_id) => {
  const { admin, nobody, given } = await busyDay();
  given.database((db) => db.exec(sql));

  const signIn = await nobody.post('/api/v2/sessions.json', { login: 'ingrid', password: 'correct horse battery' });
  const group = await admin.post('/api/v2/groups.json', { group: { name: 'Support' } });

  expect([signIn.status, group.status]).toEqual([201, 201]);
  expect((await admin.get(verification)).body.verification.fault).toEqual({ audit_id, kind: 'removed' });
});

test('the command verifies the log of an archive, and fails with the entry at fault', async () => {
  const { service, given, dataFolder } = await busyDay();
  await service.close();
  const command = ['verify-audit', '--data', dataFolder];
  const whole = await run(command);
  given.database((db) => db.exec("UPDATE audit_log SET outcome = 'done' WHERE audit_id = 4"));
  const changed = await run(command);
  const nothing = await run(['verify-audit', '--data', temporaryFolder()]);

  expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, { entries: 6, fault: null }]);
  expect([changed.code, JSON.parse(changed.stdout).fault]).toEqual([1, { audit_id: 4, kind: 'changed' }]);
  expect(changed.stderr).toBe('Entry 4 of the audit log was changed.\n');
  expect([nothing.code, nothing.stdout]).toEqual([1, '']);
});

test('a changed entry is named in time, also a long one in a long log', async () => {
  const { admin, given } = await startService();
  const by = { at: 0, user_id: null, tenant_id: null };
  const act = { action: 'update', resource: 'report', resource_id: null } as const;
  given.database((db) => {
    for (let n = 0; n < 5000; n += 1) audit(db, by, act);
    audit(db, by, { ...act, details: { text: 'x'.repeat(2 ** 20) } });
    db.exec("UPDATE audit_log SET outcome = 'refused' WHERE length(details) > 1000");
  });

  const { status, body } = await admin.get(verification);

  expect([status, body.verification?.fault?.kind]).toEqual([200, 'changed']);
});

test('filters narrow the log by person, kind of record, record, outcome and day', async () => {
  const { admin, given } = await busyDay();
  const { url } = (await admin.post('/api/v2/groups.json', { group: { name: 'Support' } })).body;
  const [resource_id = ''] = url.match(/[0-9a-f-]{36}/) ?? [];
  const [person] = (await admin.get('/api/v2/users.json')).body.users;
  const found = async (query: Record<string, string>) =>
    (await admin.get(`/api/v2/audit_log.json?${new URLSearchParams(query)}`)).body.audit_log.length;

  expect(await found({ resource: 'group' })).toBe(1);
  expect(await found({ resource_id, user_id: person.user_id })).toBe(1);
  expect(await found({ outcome: 'refused' })).toBe(2);
  expect(await found({ action: 'sign_in', outcome: 'done' })).toBe(1);
  expect(await found({ daterange: '2001/01/01-2001/12/31' })).toBe(0);
  expect(given.audited('group')[0]?.details.changes.name).toEqual([null, 'Support']);
});

test('a kind of action or record that does not exist is refused', async () => {
  const { admin } = await startService();
  const refused = async (query: string) => {
    const { status, body } = await admin.get(`/api/v2/audit_log.json?${query}`);
    return [status, Object.keys(body.details)];
  };

  expect(await refused('action=zz')).toEqual([400, ['action']]);
  expect(await refused('resource=calls')).toEqual([400, ['resource']]);
});

test('a long log is verified in parts, each of which continues the one before', async () => {
  const { admin, given } = await busyDay();
  const part = async (after: number) => (await admin.get(`${verification}?after=${after}`)).body.verification;

  expect(await part(0)).toEqual({ entries: 6, fault: null, is_complete: false });
  expect(await part(6)).toEqual({ entries: 6, fault: null, is_complete: true });
  given.database((db) => db.exec('DELETE FROM audit_log WHERE audit_id = 3'));
  expect(await part(0)).toEqual({ entries: 2, fault: { audit_id: 3, kind: 'removed' }, is_complete: true });
  expect((await part(3)).fault).toEqual({ audit_id: 3, kind: 'removed' });
});

test('an entry names its record, and a call only for those who reach it', async () => {
  const { admin, given } = await busyDay();
  const [call] = await given.calls({ from_name: 'Hollis & Reed', confidential: 1 });
  const agent = await given.user({ permissions: ['audit:view', 'calls:view', 'calls:edit'] });
  await admin.post('/api/v2/groups.json', { group: { name: 'Support' } });
  await admin.delete(`/api/v2/calls/${call}.json`);
  await admin.post(`/api/v2/removed_calls/${call}/restore.json`);
  const names = async (caller: typeof admin, resource: string) =>
    (await caller.get(`/api/v2/audit_log.json?resource=${resource}`)).body.audit_log.map(
      (entry: Record<string, string>) => entry.resource_name,
    );

  expect([await names(admin, 'group'), await names(admin, 'call')]).toEqual([
    ['Support'],
    ['Hollis & Reed', 'Hollis & Reed'],
  ]);
  expect(await names(agent, 'call')).toEqual([null, null]);
});

test('an export has every entry of the filters, sealed, and no formulas', async () => {
  const { admin } = await busyDay();
  await admin.post('/api/v2/groups.json', { group: { name: '=HYPERLINK("x"), and more' } });

  const response = await admin.raw('/api/v2/audit_log/export.csv?resource=group');

  const text = await response.text();
  const lines = text.split('\r\n');
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="Earshot audit log ');
  expect(lines.slice(0, 2)).toEqual(['# Earshot audit log', '# resource: group']);
  expect(lines[2]).toMatch(/^audit_id,created_at,user_name,/);
  expect(lines[3]).toContain(',"\'=HYPERLINK(""x""), and more",');
  const seal = /# SHA-256 of the lines above: ([0-9a-f]{64})\r\n$/.exec(text);
  const above = text.slice(0, text.lastIndexOf('# SHA-256'));
  expect(seal?.[1]).toBe(createHash('sha256').update(above).digest('hex'));
  expect(lines).toHaveLength(6);
});

test('an export ends early when its user may no longer read the log', async () => {
  const { admin, given } = await busyDay();
  given.database((db) =>
    db.exec(`
      WITH RECURSIVE entries (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entries WHERE n < 2500)
      INSERT INTO audit_log (audit_id, at, user_id, tenant_id, action, resource, outcome, details, hash)
      SELECT 1000 + n, l.at, l.user_id, l.tenant_id, l.action, l.resource, l.outcome, l.details, l.hash
      FROM entries, audit_log l WHERE l.audit_id = 2`),
  );
  const user = await given.user({ permissions: ['audit:view'] });
  const [whole, cut] = [await user.raw('/api/v2/audit_log/export.csv'), await user.raw('/api/v2/audit_log/export.csv')];
  const lines = (await whole.text()).split('\r\n');
  const reader = (cut.body as ReadableStream<Uint8Array>).getReader();
  // The head, and the page that was read before the file began.
  const parts = [await reader.read(), await reader.read()];

  user.may([]);

  expect(lines.length).toBeGreaterThan(2_500);
  expect(parts.map(({ done }) => done)).toEqual([false, false]);
  await expect(reader.read()).rejects.toThrow();
  expect((await admin.get('/api/v2/audit_log.json')).status).toBe(200);
});
