import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createAdministrator } from '../../electron/service/resources/site/setup';
import { startService } from '../../electron/service/service';
import { administrator, keychainOver, plainHost } from './host';

declare module 'vitest' {
  interface ProvidedContext {
    /** A prepared archive to copy, and the content of its keychain. */
    template: { folder: string; keychain: [string, string][] };
  }
}

/** Prepares one archive for the whole run, because making RSA keys for each test would take most of it. */
export default async function prepare({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-template-'));
  const kept = new Map<string, string>();
  const service = await startService({ ...plainHost, dataFolder: folder, keychain: keychainOver(kept) });
  await createAdministrator(service, administrator, 'window');
  await service.close();
  provide('template', { folder, keychain: [...kept] });
  return () => rmSync(folder, { recursive: true, force: true });
}
