import type { Client } from '@shared/contract/clients';
import { fold } from '@shared/fold';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

const collection = '/api/v2/clients.json';
const acme = { name: 'Acme', contacts: [{ phone_number: '+1 202 555 0143', name: 'Zoë' }] };

test('a client is created, read, partly changed and deleted', async () => {
  const { admin } = await startService();
  const { url } = (await admin.post(collection, { client: acme })).body;

  const made = (await admin.get(url)).body.client;
  const changed = (await admin.put(url, { client: { contacts: [{ phone_number: '7' }, { phone_number: '8' }] } })).body;
  const gone = await admin.delete(url);

  expect(made).toEqual({ client_id: made.client_id, tenant_id: made.tenant_id, ...acme });
  expect(changed.client.contacts).toEqual([
    { phone_number: '7', name: null },
    { phone_number: '8', name: null },
  ]);
  expect([gone.status, (await admin.get(url)).status]).toEqual([200, 404]);
});

test.each([
  [{ name: 'Acme' }, 'contacts'],
  [{ name: 'Acme', contacts: [] }, 'contacts'],
  [{ name: '', contacts: acme.contacts }, 'name'],
  [{ name: 'Acme', contacts: [{ phone_number: '' }] }, 'contacts.0.phone_number'],
  [{ name: 'Acme', contacts: [{ phone_number: '1', fax: '2' }] }, 'contacts.0.fax'],
  [{ name: 'Acme', contacts: [{ phone_number: '1\n2' }] }, 'contacts.0.phone_number'],
  [{ name: 'Acme', contacts: [{ phone_number: '1', name: 'Ann\nBen' }] }, 'contacts.0.name'],
])('%j is refused with an error at its field', async (client, field) => {
  const { admin } = await startService();

  const { status, body } = await admin.post(collection, { client });

  expect([status, body.error, Object.keys(body.details)]).toEqual([400, 'InvalidRecord', [field]]);
});

test('search finds part of the name, of a contact and of a number, in any case', async () => {
  const { admin } = await startService();
  await admin.post(collection, { client: acme });
  await admin.post(collection, { client: { name: 'Straße', contacts: [{ phone_number: '030 1234' }] } });
  const names = async (term: string) =>
    (await admin.get(`${collection}?${new URLSearchParams({ search_term: term })}`)).body.clients.map(
      ({ name }: Client) => name,
    );

  expect([await names('ACM'), await names('ZOË'), await names('555 01'), await names('2025550143')]).toEqual(
    Array.from({ length: 4 }, () => ['Acme']),
  );
  expect([await names('1234'), await names('system'), await names('')]).toEqual([['Straße'], [], ['Acme', 'Straße']]);
});

test('numbers are found however they are written', async () => {
  const { admin } = await startService();
  await admin.post(collection, { client: { name: 'London', contacts: [{ phone_number: '+44 20 7946 0321' }] } });
  const count = async (search_term: string) =>
    (await admin.get(`${collection}?${new URLSearchParams({ search_term })}`)).body.clients.length;

  const found = ['+442079460321', '00442079460321', '020 7946 0321', '(020) 7946', '+44-20-7946', '7946.0321'];
  const notFound = ['0321 99', '0946', '+49 20 7946'];

  expect(await Promise.all(found.map(count))).toEqual(found.map(() => 1));
  expect(await Promise.all(notFound.map(count))).toEqual(notFound.map(() => 0));
});

test('the tenant’s name is only searched if there are several tenants', async () => {
  const { admin } = await startService();
  await admin.post(collection, { client: acme });
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });

  expect((await admin.get(`${collection}?search_term=system`)).body.total).toBe(1);
});

test('a tenant_id that is not a UUID gets 404, and an unknown one finds nothing', async () => {
  const { admin } = await startService();
  await admin.post(collection, { client: acme });

  const odd = await admin.get(`${collection}?tenant_id=acme`);
  const long = await admin.get(`${collection}?tenant_id=${'a'.repeat(300)}`);
  const unknown = await admin.get(`${collection}?tenant_id=00000000-0000-4000-8000-000000000000`);

  expect([odd.status, odd.body.error, long.status, unknown.status, unknown.body.clients]).toEqual([
    404,
    'NotFound',
    404,
    200,
    [],
  ]);
});

test('the calls of a client are those with a number of its contacts, in any spelling', async () => {
  const { admin, given } = await startService();
  const { url } = (await admin.post(collection, { client: acme })).body;
  const { client_id } = (await admin.get(url)).body.client;
  const [call] = await given.calls({ from_number: '0012025550143' }, { from_number: '+12025550199' });

  const { calls } = (await admin.get(`/api/v2/calls.json?client_id=${client_id}`)).body;

  expect(calls.map(({ call_id }: { call_id: string }) => call_id)).toEqual([call]);
});

test('the address of a number is that number, in the filter, in a search, and in the clients of a report', async () => {
  const { admin, given } = await startService();
  const contacts = [{ phone_number: 'tel:+49-30-12345678;ext=5', name: 'Anna' }];
  const { url } = (await admin.post(collection, { client: { name: 'Muster', contacts } })).body;
  const { client_id } = (await admin.get(url)).body.client;
  const forms = [
    'sip:+493012345678@pbx.example',
    'sip:+493012345678@192.168.1.10',
    'sip:+493012345678@pbx1.example.com:5060;user=phone',
    '"Anna 2" <sips:+493012345678@10.0.0.1:5061>;tag=77',
    '+49 30 12345678',
  ];
  const others = ['sip:+493012345679@192.168.1.10', 'sip:anna@49.30.123.45:678', 'sip:192.168.1.10:5060'];
  await given.calls(...[...forms, ...others].map((from_number) => ({ from_number })));
  const numbersOf = async (query: string) =>
    ((await admin.get(`/api/v2/calls.json?${query}`)).body.calls as { from_number: string }[]).map(
      ({ from_number }) => from_number,
    );
  const report = {
    name: 'Clients',
    column_settings: [{ name: 'client' }, { name: 'count_calls' }],
  };

  const ofClient = await numbersOf(`client_id=${client_id}`);
  const written = await numbersOf('search_term=030%2012345678');
  const addressed = await numbersOf(`search_term=${encodeURIComponent('sip:+493012345678@10.9.8.7:5060')}`);
  const figures = await admin.post('/api/v2/reports/figures.json', { report });

  expect([ofClient, written, addressed]).toEqual([forms, forms, forms]);
  expect(figures.body.report_figures.rows).toContainEqual(
    expect.objectContaining({ client_id, count_calls: forms.length }),
  );
});

test('a page has twenty clients, or as many as limit says, and next_url leads to the others', async () => {
  const { admin } = await startService();
  for (let n = 10; n < 31; n++) await admin.post(collection, { client: { ...acme, name: `Acme ${n}` } });
  const page = async (url: string) => (await admin.get(url)).body;

  const first = await page(collection);
  const last = await page(first.next_url);
  const [one, counted] = [await page(`${collection}?limit=1`), await page(`${collection}?max_total_calc=100`)];

  expect([first.clients.length, first.total, last.clients.length, last.total, last.next_url]).toEqual([
    20,
    null,
    1,
    21,
    null,
  ]);
  expect(first.next_url).toMatch(/^\/api\/v2\/clients\.json\?.*start=20/);
  expect([one.clients.length, counted.clients.length, counted.total]).toEqual([1, 20, 21]);
  expect((await page(`${collection}?start=20`)).clients).toEqual(last.clients);
});

test('tenant_id finds the clients of a tenant, also together with other parameters', async () => {
  const { admin, given } = await startService();
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });
  const [north, south] = [await given.tenant(), await given.tenant()];
  for (const tenant_id of [north, south]) {
    for (const name of ['Acme', 'Acme Foods', 'Globex'])
      await admin.post(collection, { client: { ...acme, name, tenant_id } });
  }
  const found = async (query: string) =>
    (await admin.get(`${collection}?tenant_id=${north}${query}`)).body.clients.map(({ name, tenant_id }: Client) => [
      name,
      tenant_id,
    ]);

  expect(await found('')).toEqual(['Acme', 'Acme Foods', 'Globex'].map((name) => [name, north]));
  expect(await found('&search_term=acme&limit=1&start=1')).toEqual([['Acme Foods', north]]);
});

test('next_url can be followed after any name that is accepted, and after a longer one of an older archive', async () => {
  const { admin, given } = await startService();
  const post = async (name: string) => (await admin.post(collection, { client: { ...acme, name } })).status;
  const statuses = [await post('\u{20000}'.repeat(256)), await post('\ufdfa'.repeat(256)), await post('Zoe')];
  given.database((db) =>
    db.prepare("UPDATE clients SET name_folded = ? WHERE name LIKE 'Zoe'").run(fold('\ufdfa'.repeat(256))),
  );
  statuses.push(await post('Zoe'));

  const pages = [(await admin.get(`${collection}?limit=1`)).body];
  while (pages.at(-1).next_url) pages.push((await admin.get(pages.at(-1).next_url)).body);

  expect(statuses).toEqual([201, 400, 201, 201]);
  expect(new Set(pages.map(({ clients }) => clients[0].client_id)).size).toBe(3);
});

test('without multi-tenancy, a tenant_id is ignored whatever it is', async () => {
  const { admin } = await startService();
  const post = async (tenant_id: unknown) =>
    (await admin.post(collection, { client: { ...acme, name: `Acme ${tenant_id}`, tenant_id } })).status;

  const off = [await post(''), await post('north'), await post(7), await post({})];
  await admin.put('/api/v2/settings.json', { settings: { multi_tenancy: true } });

  expect(off).toEqual([201, 201, 201, 201]);
  expect([await post('x'), await post(8), await post(null)]).toEqual([400, 400, 201]);
});
