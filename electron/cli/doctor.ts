import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { bundleOf, type Diagnosis, diagnose } from '../main/diagnosis';
import { askKeychain } from '../service/vault/keychain-state';
import { openDoor } from './ask';
import { CommandError, usage, whyNot } from './command-error';
import { keychainProcess } from './keychain';
import { type Called, folderOf, textIn } from './table';

/** Checks what Earshot needs from this machine. Exit code 1 when something does not work. */
export async function doctor(called: Called): Promise<void> {
  const folder = folderOf(called.values);
  const keychain = await askKeychain(keychainProcess());
  const door = (await openDoor(folder).catch(() => undefined)) !== undefined;
  const found = await diagnose(folder, keychain, door);
  const bundle = textIn(called.values, 'bundle');
  if (bundle !== undefined) await writeBundle(bundle, found);
  process.stdout.write(called.values.json ? `${JSON.stringify(found)}\n` : asLines(found));
  if (found.checks.some(({ ok }) => !ok)) throw new CommandError('Something does not work; see the checks.', 1);
}

/** What was found, a line for each check. */
const asLines = ({ version, runtime, sqlite, checks }: Diagnosis): string =>
  [
    `Earshot ${version}, ${runtime}, SQLite ${sqlite}`,
    ...checks.map(({ name, ok, explanation }) => `${ok ? 'ok   ' : 'FAULT'}  ${name.padEnd(8)}  ${explanation}`),
    '',
  ].join('\n');

/** Writes a new zip with what was found and the log, neither of which has names, numbers or paths. */
async function writeBundle(path: string, found: Diagnosis): Promise<void> {
  const zip = new ZipFile();
  for (const { name, content } of bundleOf(found)) zip.addBuffer(content, name);
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    throw usage(`${path} ${whyNot(cause)}.`);
  }
}
