import type { Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { audit } from '../../electron/service/store/audit';
import { idIn } from '../support/id-in';
import { recordsOf } from '../support/records';
import { sharedService } from '../support/start-service';

type Named = { path: string; resource: NonNullable<Operation['audited']>['resource']; id: string };

/** Every kind of record with a name, and the operation that reads one. */
const named = operations.flatMap(({ method, path, audited, response }): Named[] => {
  const { resource = 'call', id = '' } = audited ?? {};
  const record = (response as z.ZodObject | undefined)?.shape?.[resource] as z.ZodObject | undefined;
  const isOne = method === 'get' && id !== '' && path.endsWith(`/:${id}.json`) && record?.shape?.name;
  return isOne ? [{ path, resource, id }] : [];
});

const shared = sharedService(async (started) => {
  const tenant_id = (await started.admin.get('/api/v2/sessions.json')).body.user.tenant_id;
  return { ...started, tenant_id, records: await recordsOf(started, tenant_id) };
});

test.each(named.map((one) => [one.resource, one] as const))(
  'an entry has the name of its %s',
  async (resource, { path, id }) => {
    const { admin, given, tenant_id, records } = await shared();
    const resource_id = records[id] ?? '';
    const act = { action: 'read', resource, resource_id } as const;
    given.database((db) => audit(db, { at: 0, user_id: null, tenant_id }, act));

    const { body } = await admin.get(`/api/v2/audit_log.json?resource=${resource}&resource_id=${resource_id}`);

    const record = (await admin.get(path.replace(/:(\w+)/g, (_, name) => records[name] ?? ''))).body[resource];
    expect(record.name).toEqual(expect.any(String));
    expect(body.audit_log[0].resource_name).toBe(record.name);
  },
);

test('these are all kinds of records with a name', () => {
  expect(named.map(({ resource }) => resource)).toEqual(
    expect.arrayContaining(['category', 'client', 'encrypt_key', 'evaluation_form', 'import', 'user']),
  );
});

test('an entry about an evaluation, a note or a second factor has the name that leads to it', async () => {
  const { admin, given, tenant_id, records } = await shared();
  const report = (await admin.get(`/api/v2/evaluation_reports/${records.report_id}.json`)).body.evaluation_report;
  const user = (await admin.get(`/api/v2/users/${records.user_id}.json`)).body.user;
  const [call_id] = await given.calls({ from_name: 'Maria Lopez', protocol_call_direction: 0 });
  const { url } = (await admin.post(`/api/v2/calls/${call_id}.json/notes.json`, { note: { text: 'Ask again' } })).body;
  const nameOf = async (resource: 'evaluation_report' | 'note' | 'second_factor', resource_id: string) => {
    given.database((db) => audit(db, { at: 0, user_id: null, tenant_id }, { action: 'read', resource, resource_id }));
    const { body } = await admin.get(`/api/v2/audit_log.json?resource=${resource}&resource_id=${resource_id}`);
    return body.audit_log[0].resource_name;
  };

  expect(await nameOf('evaluation_report', report.report_id)).toBe(report.title);
  expect(await nameOf('note', idIn(url))).toBe('Maria Lopez');
  expect(await nameOf('second_factor', user.user_id)).toBe(user.name);
});
