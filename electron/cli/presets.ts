import { existsSync } from 'node:fs';
import { type ImportPreset, NewImportPreset } from '@shared/contract/import-presets';
import { fold } from '@shared/fold';
import { checked } from '@shared/reasons/check';
import { english } from '@shared/reasons/reasons';
import { z } from 'zod';
import { type Ask, every, idIn, read, withArchive } from './ask';
import { CommandError, textOf, usage } from './command-error';
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

/** Adds the import preset in a file, and prints its id as one line of JSON. */
export const addPreset = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const { url } = await read(ask, 'POST', collection, fileAt(called.words[0] ?? '', 1));
    process.stdout.write(`${JSON.stringify({ preset_id: idIn(url) })}\n`);
  });

/** Removes an import preset, and prints its id as one line of JSON. */
export const removePreset = (called: Called): Promise<void> =>
  withArchive(called, async (ask) => {
    const preset = await presetNamed(ask, called.words[0] ?? '');
    await ask('DELETE', addressOf(preset));
    process.stdout.write(`${JSON.stringify({ preset_id: preset.preset_id })}\n`);
  });

/** The preset that an import names: by its key, name or id, or a file. */
export async function presetOf(ask: Ask, given: string | undefined): Promise<{ preset_id?: string; preset?: object }> {
  if (given === undefined) return {};
  const known = await find(ask, given);
  if (known) return { preset_id: known.preset_id };
  return { preset: presetFile(given) };
}

/** The preset in a file that is named instead of a known one. */
export function presetFile(given: string): NewImportPreset {
  if (!existsSync(given)) throw usage(`There is no import preset "${given}". earshot presets list shows them.`);
  const found = checked(NewImportPreset, fileAt(given, 2).import_preset);
  if ('data' in found) return found.data;
  const [fault] = found.faults;
  throw usage(`${given}: ${fault?.path.join('.')}: ${fault && english(fault.reason)}.`);
}

const presetsOf = (ask: Ask) => every<ImportPreset>(ask, `${collection}?limit=1000`, 'import_presets');

/** A key or an id goes before a name, which a site may have given to a preset of its own. */
async function find(ask: Ask, given: string): Promise<ImportPreset | undefined> {
  let named: ImportPreset | undefined;
  for await (const preset of presetsOf(ask)) {
    if (preset.preset_id === given || preset.key === given) return preset;
    if (isCalled(preset, given)) named ??= preset;
  }
  return named;
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
function fileAt(path: string, exitCode: 1 | 2): { import_preset: object } {
  let found: unknown;
  try {
    found = JSON.parse(textOf(path));
  } catch (cause) {
    throw new CommandError(cause instanceof CommandError ? cause.message : `${path} is not JSON.`, exitCode);
  }
  const file = presetInFile.safeParse(found);
  if (!file.success) throw new CommandError(`${path} has no import_preset.`, exitCode);
  return file.data;
}

const presetInFile = z.object({ import_preset: z.looseObject({}) });
