import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

/** More calls than are renewed in one transaction. */
const many = 450;

/** Starts a service with a field that searches find, and many calls with a value of it. */
async function withValues() {
  const started = await startService();
  const { given, admin } = started;
  const custom_field = { name: 'Order', type: 'string', search_options: ['free_text'] };
  const { url } = (await admin.post('/api/v2/custom_fields.json', { custom_field })).body;
  const field_id = (url as string).slice('/api/v2/custom_fields/'.length, -'.json'.length);
  const custom_values = [{ field_id, value: 'Zwetschge' }];
  await given.calls(...Array.from({ length: many }, () => ({ custom_values })), {});
  const change = (custom_field: object) => admin.put(url, { custom_field });
  const found = async () => (await admin.get('/api/v2/calls/count.json?search_term=zwetsch')).body.count;
  return { ...started, url, change, found };
}

test('searches follow a change of search_options and of enable, in every call with a value', async () => {
  const { change, found } = await withValues();
  const follows = (count: number) => expect.poll(found).toBe(count);
  await follows(many);

  await change({ search_options: ['advanced'] });
  await follows(0);
  await change({ search_options: ['advanced', 'free_text'] });
  await follows(many);
  await change({ enable: false });
  await follows(0);
  await change({ enable: true });
  await follows(many);
});

test('the newest calls follow before the change is answered', async () => {
  const { given, admin, url, change } = await withValues();
  const field_id = url.slice('/api/v2/custom_fields/'.length, -'.json'.length);
  await given.calls({ setup_time: Date.UTC(2026, 11, 1), custom_values: [{ field_id, value: 'Mirabelle' }] });

  await change({ enable: false });

  expect((await admin.get('/api/v2/calls/count.json?search_term=mirabelle')).body.count).toBe(0);
});

test('a renewal that was interrupted continues at the next start, with the calls that are left', async () => {
  const { service, dataFolder, given } = await withValues();
  await service.close();
  given.database((db) =>
    db.exec(`
      UPDATE custom_fields SET enable = 0;
      INSERT INTO call_text_renewals SELECT field_id, max(call_pk) FROM call_custom_values GROUP BY field_id`),
  );

  const { admin } = await startService({ dataFolder });

  const found = async () => (await admin.get('/api/v2/calls/count.json?search_term=zwetsch')).body.count;
  await expect.poll(found).toBe(1);
});

test('a change that does not concern searches renews no text', async () => {
  const { given, change, found } = await withValues();

  await change({ name: 'Order number', editable: true, search_options: ['free_text', 'advanced'], str_max_len: 100 });

  const pending = given.database((db) => db.prepare('SELECT 1 FROM call_text_renewals').all());
  expect([pending, await found()]).toEqual([[], many]);
});

test('a field is deleted while texts of former values are still to be renewed', async () => {
  const { given, admin, url, change } = await withValues();
  given.database((db) => db.exec('DELETE FROM call_custom_values'));
  given.insert('call_text_renewals', { field_id: url.slice('/api/v2/custom_fields/'.length, -5), call_pk: 1 });

  expect([(await change({ enable: false })).status, (await admin.delete(url)).status]).toEqual([200, 200]);
});
