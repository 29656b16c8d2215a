import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Import, ImportRow } from '@shared/contract/imports';
import type { KeychainState } from '@shared/ipc';
import { isZone } from '@shared/locale';
import { askKeychain } from '../service/vault/keychain-state';
import { type Ask, every, read, until, withArchive } from './ask';
import { CommandError, usage } from './command-error';
import { keychainProcess } from './keychain';
import { presetOf } from './presets';
import { type Called, textIn } from './table';

/** Imports a folder, and prints the summary as the last line. */
export async function importFolder(called: Called): Promise<void> {
  const { values, words } = called;
  const [folder = ''] = words;
  const timezone = textIn(values, 'timezone');
  if (timezone !== undefined && !isZone(timezone)) throw usage(`"${timezone}" is not a time zone.`);
  if (values['passphrase-file'] !== undefined) throw new CommandError('This version does not import packages yet.', 1);
  if (!existsSync(folder)) throw new CommandError(`${folder} does not exist.`, 1);
  await withArchive(called, (ask) => importThrough(ask, folder, values), {
    kit: textIn(values, 'kit'),
    async beforeNew({ administrator, keychain }) {
      const state = administrator ? 'ok' : await askKeychain(keychain);
      if (state !== 'ok') throw new CommandError(whyFailed(folder, 'NO_KEY', state), 1);
    },
  });
}

async function importThrough(ask: Ask, folder: string, values: Called['values']): Promise<void> {
  const preset = await presetOf(ask, textIn(values, 'preset'));
  const { handle } = await read(ask, 'POST', '/api/v2/sources.json', { source: { paths: [resolve(folder)] } });
  const { url } = await read(ask, 'POST', '/api/v2/imports.json', {
    import: {
      source: handle,
      timezone: textIn(values, 'timezone'),
      ...preset,
      create_missing: values['create-missing'] === true,
      metadata_only: values['metadata-only'] === true,
    },
  });
  const ended = await until(
    async (): Promise<Import> => (await read(ask, 'GET', url)).import,
    ({ status }) => status !== 'running',
  );
  const { status, reason, needed_bytes, free_bytes } = ended;
  if (status === 'paused') {
    throw new CommandError(`The disk is full: ${needed_bytes} bytes are needed, ${free_bytes} are free. ${goesOn}`, 1);
  }
  if (status !== 'done') throw new CommandError(whyFailed(folder, reason, await askKeychain(keychainProcess())), 1);
  const rows = await refusedRows(ask, url);
  for (const { file, explanation } of rows.record_file) process.stderr.write(`${file}: ${explanation}\n`);
  process.stdout.write(`${JSON.stringify({ ...figuresOf(ended), ...resultOf(rows) })}\n`);
  if (rows.record_file.length > 0 && ended.total + ended.rows === 0)
    throw new CommandError('Nothing could be imported.', 1);
}

/** The refused rows of an import, by what they are about. */
async function refusedRows(ask: Ask, url: string): Promise<Record<ImportRow['about'], ImportRow[]>> {
  const rows: Record<ImportRow['about'], ImportRow[]> = { recording: [], row: [], record_file: [], other_file: [] };
  const list = url.replace('.json', '.json/rows.json?outcome=refused&limit=1000');
  for await (const row of every<ImportRow>(ask, list, 'rows')) rows[row.about].push(row);
  return rows;
}

const resultOf = ({ recording, row }: Record<ImportRow['about'], ImportRow[]>) => ({
  refused_files: recording.map(({ file, explanation }) => ({ file, reason: explanation })),
  refused_rows: row.map((one) => ({ file: one.record_file, line: one.record_line, reason: one.explanation })),
});

/** The figures of an import; imported + skipped + refused = total. */
function figuresOf(ended: Import) {
  const { import_id, name, status, reason, needed_bytes, free_bytes, done, created_at, finished_at, ...figures } =
    ended;
  return figures;
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
