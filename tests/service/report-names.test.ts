import type { Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { party } from '../support/given';
import { columns, figures } from '../support/reports';
import { startService } from '../support/start-service';

test('users of the same name are shown with their logins, others are not', async () => {
  const { admin, given } = await startService();
  const [one, other, third] = [await given.user(), await given.user(), await given.user()];
  for (const { user_id } of [one, other])
    await admin.put(`/api/v2/users/${user_id}.json`, { user: { name: 'Ana Reyes' } });
  await admin.put(`/api/v2/users/${third.user_id}.json`, { user: { name: 'Bea Lim' } });
  await given.calls(...[one, other, third].map(({ user_id }) => ({ participants: [party(user_id)] })));

  const { rows } = await figures(admin, columns('user', 'count_calls'));

  const names = [`Ana Reyes (${one.login})`, `Ana Reyes (${other.login})`, 'Bea Lim'];
  expect(rows.map(({ user }) => user)).toEqual(names.toSorted());
});

test('a call with an unknown direction is counted as well', async () => {
  const { admin, given } = await startService();
  await given.calls({}, { protocol_call_direction: 1 });
  given.database((db) => db.exec('UPDATE calls SET protocol_call_direction = 9 WHERE protocol_call_direction = 1'));

  const { rows } = await figures(admin, columns('direction', 'count_calls'));

  expect(rows.map(({ direction_id, count_calls }) => [direction_id, count_calls])).toEqual([
    [0, 1],
    [9, 1],
  ]);
});

test('the calls of every direction and tenant are counted, and add up to all calls', async () => {
  const { admin, given } = await startService();
  const directions = [0, 1, 1, 2, 2, 2];
  await given.calls(...directions.map((protocol_call_direction, n) => ({ protocol_call_direction, duration: n })));

  const metrics = ['count_calls', 'duration_total', 'duration_shortest', 'duration_longest'];
  const [byDirection, byTenant] = [
    await figures(admin, columns('direction', ...metrics)),
    await figures(admin, columns('tenant', ...metrics)),
  ];

  const figuresOf = (row: Record<string, unknown>) => metrics.map((name) => row[name]);
  expect(byDirection.rows.map((row) => [row.direction, ...figuresOf(row)])).toEqual([
    ['Unknown', 1, 0, 0, 0],
    ['Outbound', 2, 3, 1, 2],
    ['Inbound', 3, 12, 3, 5],
  ]);
  expect(byTenant.rows.map(figuresOf)).toEqual([[6, 15, 0, 5]]);
});

test('a report names only what its reader may see, and the login only to those who see sign-in settings', async () => {
  const { admin, given } = await startService();
  const [one, other] = [await given.user(), await given.user()];
  for (const { user_id } of [one, other])
    await admin.put(`/api/v2/users/${user_id}.json`, { user: { name: 'Ana Reyes' } });
  const contacts = [{ phone_number: '+442079460100' }];
  const client = (await admin.post('/api/v2/clients.json', { client: { name: 'Brannock', contacts } })).body.url;
  const field = { name: 'Order', type: 'string', enable: true, editable: true };
  const field_url = (await admin.post('/api/v2/custom_fields.json', { custom_field: field })).body.url;
  const [client_id = '', field_id = ''] = [client, field_url].map((url) => /[0-9a-f-]{36}/.exec(url)?.[0]);
  await given.calls(
    { participants: [party(one.user_id)], from_number: '+442079460100', custom_values: [{ field_id, value: '17' }] },
    { participants: [party(other.user_id)] },
  );
  const rights: Permission[] = ['reports:view', 'reports:edit', 'reports:run'];
  const reader = await given.user({ permissions: rights });
  const valuesOf = async (name: string, ...more: Permission[]) => {
    reader.may([...rights, ...more]);
    const { rows } = await figures(reader, columns(name, 'count_calls'));
    return rows.map((row) => row[name]).filter((value) => value !== null);
  };
  const ids = [one.user_id, other.user_id].toSorted();

  const seen = {
    users: await valuesOf('user'),
    withUsers: await valuesOf('user', 'users:view'),
    withLogins: await valuesOf('user', 'users:view', 'users:login_settings'),
    clients: [await valuesOf('client'), await valuesOf('client', 'clients:view')],
    fields: [await valuesOf(`custom_field_${field_id}`), await valuesOf(`custom_field_${field_id}`, 'calls:view')],
  };

  expect(seen).toEqual({
    users: ids,
    withUsers: ids.map((id) => `Ana Reyes (${id})`),
    withLogins: [one.login, other.login].toSorted().map((login) => `Ana Reyes (${login})`),
    clients: [[client_id], ['Brannock']],
    fields: [[], ['17']],
  });
});
