import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { KeychainState } from '@shared/ipc';
import { isZone } from '@shared/locale';
import { defaultDataFolder } from '../main/data-folder';
import { importPaths, importSummary, unreadableRecords } from '../service/resources/sources/imports';
import { askKeychain } from '../service/vault/keychain-state';
import { openArchive } from './archive';
import { CommandError, usage } from './command-error';

/**
 * `import --data <dir> [--timezone <zone>] [--create-missing] [--metadata-only] [--kit <file>] <folder>`: prints its
 * summary as the last line.
 */
export async function importFolder(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      timezone: { type: 'string' },
      'create-missing': { type: 'boolean', default: false },
      'metadata-only': { type: 'boolean', default: false },
      kit: { type: 'string' },
    },
  });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw usage('Name one folder to import.');
  if (values.timezone !== undefined && !isZone(values.timezone))
    throw usage(`"${values.timezone}" is not a time zone.`);
  if (!existsSync(folder)) throw new CommandError(`${folder} does not exist.`, 1);
  const service = await openArchive(values.data ?? defaultDataFolder(), {
    kit: values.kit,
    async beforeNew({ administrator, keychain }) {
      const state = administrator ? 'ok' : await askKeychain(keychain);
      if (state !== 'ok') throw new CommandError(whyFailed(folder, 'NO_KEY', state), 1);
    },
  });
  try {
    const { import_id } = await importPaths(service, basename(resolve(folder)), [resolve(folder)], {
      timezone: values.timezone,
      create_missing: values['create-missing'],
      metadata_only: values['metadata-only'],
    });
    const { status, reason, needed_bytes, free_bytes, ...summary } = await importSummary(service.store, import_id);
    if (status === 'paused') {
      throw new CommandError(
        `The disk is full: ${needed_bytes} bytes are needed, ${free_bytes} are free. ${goesOn}`,
        1,
      );
    }
    if (status !== 'done') {
      throw new CommandError(whyFailed(folder, reason, await service.keychain()), 1);
    }
    const unreadable = await unreadableRecords(service.store, import_id);
    for (const { file, explanation } of unreadable) process.stderr.write(`${file}: ${explanation}\n`);
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    if (unreadable.length > 0 && summary.total + summary.rows === 0)
      throw new CommandError('Nothing could be imported.', 1);
  } finally {
    await service.close();
  }
}

const goesOn = 'The import continues at the next start of Earshot once there is space.';

/** Why a keychain does not give its key, and what to do. */
const keychainFaults: Record<Exclude<KeychainState, 'ok'>, string> = {
  absent: 'this computer has no keychain that Earshot can reach. Start one',
  locked: 'the keychain is locked. Unlock it',
  missing: 'the keychain holds no key for this archive. Use its recovery kit',
  mismatch: 'the keychain holds the key of another archive. Use the recovery kit',
};

function whyFailed(folder: string, reason: string | null, keychain: KeychainState): string {
  if (reason === 'SOURCE_GONE') return `${folder} no longer exists.`;
  if (reason === 'OWN_DATA_FOLDER')
    return `${folder} lies in the data folder of Earshot itself. Name a folder outside it.`;
  if (reason !== 'NO_KEY')
    return reason === null
      ? 'The import ended before it was complete.'
      : 'The import was stopped by an error, which is in the log.';
  const missing = 'There is no active key to encrypt with';
  return keychain === 'ok'
    ? `${missing}. Activate or generate one.`
    : `${missing}, because ${keychainFaults[keychain]}, or, for a new archive, set EARSHOT_ADMIN_LOGIN and EARSHOT_ADMIN_PASSWORD_FILE.`;
}
