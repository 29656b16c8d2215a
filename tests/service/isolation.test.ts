import { randomUUID } from 'node:crypto';
import type { Operation } from '@shared/contract/operation';
import { operations } from '@shared/contract/operations';
import { everyPermission, type Permission } from '@shared/permissions';
import { expect, test } from 'vitest';
import { recordsOf } from '../support/records';
import { sharedService, type TestService } from '../support/start-service';

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const every = Object.entries(everyPermission()).flatMap(([area, actions]) =>
  (actions ?? []).map((action) => `${area}:${action}` as Permission),
);

/** Ids that belong to no tenant. Only users who reach all tenants can use them. */
const ofNoTenant = ['backup_id', 'quarantine_id', 'source'];

const guarded = operations.filter(({ permission, door }) => permission !== 'public' && !door);
const about = guarded.filter(({ path }) => path.includes('/:'));

/** Two tenants, each with a record of every kind, and a person of one of them. */
const twoTenants = async (started: TestService) => {
  const [north, south] = [await started.given.tenant(), await started.given.tenant()];
  const [ours, theirs] = [await recordsOf(started, north), await recordsOf(started, south)];
  return { ours, theirs, person: await started.given.user({ tenant_id: north, permissions: every }) };
};

const attempted = sharedService(twoTenants);

test.each(about.map((operation) => [nameOf(operation), operation] as const))(
  '%s finds no record of another tenant, and responds as to a record that does not exist',
  async (_name, operation) => {
    const { theirs: records, person } = await attempted();
    const params = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const known = params.every((name) => records[name] !== undefined || ofNoTenant.includes(name));
    const ask = async (idOf: (name: string) => string) => {
      const response = await person.raw(
        operation.path.replace(/:(\w+)/g, (_, name) => idOf(name)) + (queries[nameOf(operation)] ?? ''),
        {
          method: operation.method.toUpperCase(),
          ...(operation.body && { body: bodyFor(operation), headers: { 'content-type': 'application/json' } }),
          ...(operation.consumes && { body: 'x', headers: { 'content-type': operation.consumes[0] ?? '' } }),
        },
      );
      return [response.status, await response.text()];
    };

    const nowhere = await ask(() => randomUUID());

    expect(known, `no record for ${params}`).toBe(true);
    expect(await ask((name) => records[name] ?? randomUUID())).toEqual(nowhere);
    expect(nowhere[0]).toBe(params.includes('source') ? 200 : operation.reach === 'every tenant' ? 403 : 404);
  },
);

/** Callers of one tenant are refused the lists of every tenant, which the tests of authorisation show. */
const lists = guarded.filter(({ method, path, response, reach }) => {
  const shape = (response as { shape?: object } | undefined)?.shape ?? {};
  return method === 'get' && !path.includes('/:') && 'total' in shape && reach !== 'every tenant';
});

/** Lists that show no record of one's tenant: quarantined files have none, and queue and notices are only one's own. */
const notOfTenant = ['/quarantine', '/evaluation_queue', '/notices'];

/** A service of its own, because the audit log names the ids of records that were attempted. */
const listed = sharedService(twoTenants);

test.each(lists.map((operation) => [nameOf(operation), operation] as const))(
  "%s lists only records of the caller's tenant",
  async (_name, operation) => {
    const { ours, theirs, person } = await listed();

    const text = JSON.stringify((await person.get(`${operation.path}?limit=1000`)).body);

    expect(Object.values(theirs).filter((id) => text.includes(id))).toEqual([]);
    const isSeen = Object.values(ours).some((id) => text.includes(id));
    expect(isSeen).toBe(!notOfTenant.some((part) => operation.path.includes(part)));
  },
);

/** A query that an operation requires. */
const queries: Record<string, string> = {
  'get /api/v2/calls/:call_id.json/file_url.json': '?expires=60',
  'put /api/v2/recordings/:recording_id/audio': '?offset=0',
};

/** A body that an operation accepts: an empty record unless it has an entry here. */
const bodies: Record<string, object> = {
  'post /api/v2/evaluation_forms/:form_id/clone.json': { evaluation_form: { name: 'a' } },
  'post /api/v2/calls/:call_id.json/notes.json': { note: { text: 'a' } },
  'post /api/v2/evaluation_plans/:plan_id/draws.json': { draw: { period: '2026-W47' } },
  'post /api/v2/evaluation_samples/:sample_id/replacements.json': {
    replacement: { call_id: randomUUID(), reason: 'a' },
  },
  'post /api/v2/calibrations/:calibration_id/comments.json': { comment: { call_id: randomUUID(), text: 'a' } },
  'put /api/v2/notices/:notice_id.json': { notice: { is_read: true } },
  'post /api/v2/users/:user_id/tokens.json': { token: { name: 'CRM' } },
  'post /api/v2/encrypt_keys/:key_id/export.json': { password: 'a', passphrase: 'a passphrase of the export' },
  'put /api/v2/calls/:call_id.json/legal_hold.json': { call: { legal_hold: true } },
  'put /api/v2/reports/:report_id/runs/:run_id.json': { report_run: { job_status: 'REVOKED' } },
  'put /api/v2/imports/:import_id.json': { import: { status: 'running' } },
};
const bodyFor = (operation: Operation) => {
  const [envelope = ''] = Object.keys(operation.body?.shape ?? {});
  if (envelope === '') return '{}';
  return JSON.stringify(bodies[nameOf(operation)] ?? { [envelope]: {} });
};
