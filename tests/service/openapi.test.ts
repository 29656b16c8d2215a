import { operations } from '@shared/contract/operations';
import { expect, test } from 'vitest';
import { startService } from '../support/start-service';

test('the description is public and lists every operation except the window’s own', async () => {
  const { nobody } = await startService();

  const { status, body } = await nobody.get('/api/v2/openapi.json');

  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  );
  const declared = operations
    .filter(({ door }) => door !== 'app')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect(status).toBe(200);
  expect(described.sort()).toEqual(declared.sort());
});

test('every reference in the description can be resolved', async () => {
  const { nobody } = await startService();
  const { body } = await nobody.get('/api/v2/openapi.json');
  const references = [...JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
  expect(references.filter((name) => !((name as string) in body.components.schemas))).toEqual([]);
  expect(references.length).toBeGreaterThan(0);
});

test('the page of operations is public and has its own content policy', async () => {
  const { nobody } = await startService();
  const page = await nobody.raw('/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(await page.text()).toContain('GET /api/v2/calls/:call_id.json/file');
});
