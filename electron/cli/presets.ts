import { existsSync } from 'node:fs';
import type { ImportPreset } from '@shared/contract/import-presets';
import { fold } from '@shared/fold';
import { type Ask, every, idIn, read, withArchive } from './ask';
import { CommandError, textOf, usage } from './command-error';
import { print } from './print';
import type { Called } from './table';

const collection = '/api/v2/import_presets.json';
const addressOf = ({ preset_id }: ImportPreset, ending = '.json') => `/api/v2/import_presets/${preset_id}${ending}`;

/** Prints all import presets as one line of JSON. */
export const listPresets = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const import_presets: ImportPreset[] = [];
    for await (const preset of presetsOf(ask)) import_presets.push(preset);
    process.stdout.write(`${JSON.stringify({ import_presets })}\n`);
  });

/** Prints an import preset in the form of a file that can be added. */
export const exportPreset = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const preset = await presetNamed(ask, called.words[0] ?? '');
    process.stdout.write(`${JSON.stringify(await read(ask, 'GET', addressOf(preset, '/export.json')))}\n`);
  });

/** Adds the import preset in a file, and prints its id. */
export const addPreset = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const { url } = await read(ask, 'POST', collection, fileAt(called.words[0] ?? ''));
    print({ preset_id: idIn(url) }, called);
  });

/** Removes an import preset. */
export const removePreset = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const preset = await presetNamed(ask, called.words[0] ?? '');
    await ask('DELETE', addressOf(preset));
    print({ preset_id: preset.preset_id }, called);
  });

/** The preset that an import names: by its key, name or id, or a file. */
export async function presetOf(ask: Ask, given: string | undefined): Promise<{ preset_id?: string; preset?: object }> {
  if (given === undefined) return {};
  const known = await find(ask, given);
  if (known) return { preset_id: known.preset_id };
  return { preset: presetFile(given) };
}

/** The preset in a file that is named instead of a known one. */
export function presetFile(given: string): object {
  if (!existsSync(given)) throw usage(`There is no import preset "${given}". earshot presets list shows them.`);
  return fileAt(given).import_preset;
}

const presetsOf = (ask: Ask) => every<ImportPreset>(ask, `${collection}?limit=1000`, 'import_presets');

async function find(ask: Ask, given: string): Promise<ImportPreset | undefined> {
  for await (const preset of presetsOf(ask)) if (isCalled(preset, given)) return preset;
  return undefined;
}

/** Whether a preset has this id, key or name. */
export const isCalled = (
  { preset_id, key, name }: { preset_id: string | null; key: string | null; name: string },
  given: string,
): boolean => preset_id === given || key === given || fold(name) === fold(given);

async function presetNamed(ask: Ask, given: string): Promise<ImportPreset> {
  const preset = await find(ask, given);
  if (!preset) throw new CommandError(`There is no import preset "${given}". earshot presets list shows them.`, 1);
  return preset;
}

/** An exported preset. The service says what is wrong with its content. */
function fileAt(path: string): { import_preset: object } {
  const text = textOf(path);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${path} is not JSON.`, 1);
  }
}
