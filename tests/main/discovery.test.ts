import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publishAddress } from '../../electron/main/discovery';
import { temporaryFolder } from '../support/start-service';

const discovery = { port: 8080, proof_key: 'a key' };

test('api.json shows tools of the same user where the API listens, until the API is off', () => {
  const folder = temporaryFolder();
  const faults: unknown[] = [];
  const withdraw = publishAddress(folder, discovery, (cause) => faults.push(cause));
  const path = join(folder, 'api.json');
  const { started_at, ...content } = JSON.parse(readFileSync(path, 'utf8'));
  expect(content).toEqual({ ...discovery, pid: process.pid });
  expect(new Date(started_at).toISOString()).toBe(started_at);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  withdraw();
  expect(readdirSync(folder)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an api.json that cannot be written or removed is reported, and stops nothing', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'api.json');
  mkdirSync(path);
  const faults: unknown[] = [];
  const withdraw = publishAddress(folder, discovery, (cause) => faults.push((cause as NodeJS.ErrnoException).code));
  expect(readdirSync(folder)).toEqual(['api.json']);
  withdraw();
  expect(faults).toEqual(['EISDIR', 'ERR_FS_EISDIR']);
});
