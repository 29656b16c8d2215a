import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Category } from '@shared/contract/categories';
import type { Import, ImportRow } from '@shared/contract/imports';
import type { Tenant } from '@shared/contract/tenants';
import { fold } from '@shared/fold';
import { type ChannelRule, channelRules, type DateOrder, dateOrders } from '@shared/import-fields';
import type { KeychainState } from '@shared/ipc';
import { isZone } from '@shared/locale';
import { freeBytes } from '../service/disk';
import { previewPaths } from '../service/resources/sources/imports';
import { type KeptPreset, keptBuiltins, keptPreset } from '../service/resources/sources/presets';
import { databaseFile } from '../service/store/database-file';
import { askKeychain } from '../service/vault/keychain-state';
import { type Ask, every, read, until, withArchive } from './ask';
import { CommandError, usage } from './command-error';
import { keychainProcess } from './keychain';
import { isCalled, presetFile, presetOf } from './presets';
import { type Called, folderOf, listIn, textIn } from './table';

/** Imports a folder, and prints the summary as the last line. */
export async function importFolder(called: Called): Promise<void> {
  const { values, words } = called;
  const [folder = ''] = words;
  const timezone = textIn(values, 'timezone');
  if (timezone !== undefined && !isZone(timezone)) throw usage(`"${timezone}" is not a time zone.`);
  if (values['passphrase-file'] !== undefined) throw new CommandError('This version does not import packages yet.', 1);
  const order = textIn(values, 'date-order');
  if (order !== undefined && !isDateOrder(order)) throw usage(`--date-order is ${dateOrders.join(', ')}.`);
  const channels = textIn(values, 'channels');
  if (channels !== undefined && !(channelRules as readonly string[]).includes(channels))
    throw usage(`--channels is ${channelRules.join(', ')}.`);
  if (!existsSync(folder)) throw new CommandError(`${folder} does not exist.`, 1);
  if (values.preview === true) return previewFolder(called, folder);
  await withArchive(called, (ask) => importThrough(ask, folder, values), {
    kit: textIn(values, 'kit'),
    async beforeNew({ administrator, keychain }) {
      const state = administrator ? 'ok' : await askKeychain(keychain);
      if (state !== 'ok') throw new CommandError(whyFailed(folder, 'NO_KEY', state), 1);
    },
  });
}

const isDateOrder = (text: string): text is DateOrder => (dateOrders as readonly string[]).includes(text);

/** How the options say that a folder is to be read. */
const readingIn = (values: Called['values']) => ({
  timezone: textIn(values, 'timezone'),
  date_order: textIn(values, 'date-order') as DateOrder | undefined,
  channels: textIn(values, 'channels') as ChannelRule | undefined,
  metadata_only: values['metadata-only'] === true,
});

/**
 * Prints how a folder would be read, as one line of JSON. Through the archive if there is one, for its own presets; otherwise by
 * the built-in ones, and no archive is made.
 */
async function previewFolder(called: Called, folder: string): Promise<void> {
  const { values } = called;
  const dataFolder = folderOf(values);
  const given = textIn(values, 'preset');
  const options = readingIn(values);
  const print = (preview: object) => process.stdout.write(`${JSON.stringify({ preview })}\n`);
  if (existsSync(join(dataFolder, databaseFile)))
    return withArchive(called, async (ask) => {
      const preset = await presetOf(ask, given);
      const wanted = { source: await sourceOf(ask, folder), ...preset, ...options };
      const { preview } = await read(ask, 'POST', '/api/v2/imports/preview.json', { preview: wanted });
      print(preview);
    });
  const { metadata_only, timezone = Intl.DateTimeFormat().resolvedOptions().timeZone, ...told } = options;
  const presets = keptBuiltins();
  const preset = given === undefined ? undefined : builtinOrFile(presets, given);
  const how = { timezone, ...told, mapping: {}, preset, presets, extensions: [], zones: [], now: Date.now() };
  const asked = { paths: [resolve(folder)], dataFolder, how, limit: 20, metadata_only };
  print({ ...(await previewPaths.run(asked, () => {})), free_bytes: freeBytes(homedir()) });
}

function builtinOrFile(presets: KeptPreset[], given: string): KeptPreset {
  const known = presets.find((preset) => isCalled(preset, given));
  if (known) return known;
  return keptPreset(presetFile(given));
}

async function importThrough(ask: Ask, folder: string, values: Called['values']): Promise<void> {
  const preset = await presetOf(ask, textIn(values, 'preset'));
  const tenant = textIn(values, 'tenant');
  const tenant_id = tenant && (await idNamed<Tenant>(ask, 'tenant', tenant, ['tenants', 'tenant_id']));
  const category_ids: string[] = [];
  for (const name of listIn(values, 'category'))
    category_ids.push(await idNamed<Category>(ask, 'category', name, ['categories', 'category_id'], tenant_id));
  const source = await sourceOf(ask, folder);
  const { url } = await read(ask, 'POST', '/api/v2/imports.json', {
    import: {
      source,
      ...readingIn(values),
      ...preset,
      ...(tenant_id && { tenant_id }),
      ...(category_ids.length > 0 && { category_ids }),
      create_missing: values['create-missing'] === true,
    },
  });
  const ended = await until(
    async (): Promise<Import> => (await read(ask, 'GET', url)).import,
    ({ status }) => status !== 'running',
  );
  const { status, reason, needed_bytes, free_bytes } = ended;
  if (status === 'paused' && reason === 'QUESTION') {
    await ask('DELETE', url);
    const [{ from, file } = { from: '', file: '' }] = ended.questions;
    throw new CommandError(
      `Nothing says how the dates in "${from}" of ${file} are written. Say it with --date-order.`,
      1,
    );
  }
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

/** A handle for the files of a folder. */
const sourceOf = async (ask: Ask, folder: string): Promise<string> =>
  (await read(ask, 'POST', '/api/v2/sources.json', { source: { paths: [resolve(folder)] } })).handle;

/** The id of the record with a name, folded. */
async function idNamed<T extends { name: string; tenant_id?: string | null }>(
  ask: Ask,
  what: string,
  name: string,
  [list, id]: [string, keyof T & string],
  tenant_id?: string,
): Promise<string> {
  for await (const one of every<T>(ask, `/api/v2/${list}.json?limit=1000`, list)) {
    if (fold(one.name) === fold(name) && (tenant_id === undefined || one.tenant_id === tenant_id))
      return String(one[id]);
  }
  throw usage(`There is no ${what} "${name}".`);
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
