import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './setup/command.mjs';
import { inModules, inRoot, readJson } from './setup/place.mjs';

/**
 * Checks the types of the main process and the preload against the oldest and the newest Electron that Earshot runs on,
 * without what is deprecated there. So each use of an API that is missing or deprecated in one of them is an error.
 */

const versions = ['electron-33-types', 'electron'];
/** Uses a deprecated function. The check fails unless it is an error. */
const breach = "import { BrowserWindow } from 'electron';\nBrowserWindow.getAllWindows()[0]?.getBrowserView();\n";
const fewestDeprecated = 30;

/** Removes each declaration whose comment says that it is deprecated, and counts them. */
function withoutDeprecated(types) {
  let text = '';
  let count = 0;
  let at = 0;
  for (const { index, 0: comment } of types.matchAll(/\/\*\*(?:(?!\*\/).)*?@deprecated(?:(?!\*\/).)*\*\//gs)) {
    const end = endOfDeclaration(types, index + comment.length);
    // A parameter of a listener stays: those behind it would move.
    if (end === null) continue;
    text += types.slice(at, index);
    at = end;
    count += 1;
  }
  return { text: text + types.slice(at), count };
}

/** The end of the declaration that begins here: its semicolon, or the bracket that closes its block. Null for a parameter. */
function endOfDeclaration(types, from) {
  let depth = 0;
  for (let at = from; at < types.length; at += 1) {
    if (types.startsWith('/*', at)) at = types.indexOf('*/', at) + 1;
    const sign = types[at];
    if (sign === '{' || sign === '(') depth += 1;
    if (sign === '}' || sign === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ',')) return null;
    if (depth === 0 && (sign === ';' || (sign === '}' && types[at + 1] === '\n'))) return at + 1;
  }
  return null;
}

/** The errors of the main process with the types of one version. */
async function errorsWith(name) {
  mkdirSync(inRoot('build'), { recursive: true });
  const folder = mkdtempSync(inRoot('build', 'types-'));
  try {
    const { text, count } = withoutDeprecated(readFileSync(inModules(name, 'electron.d.ts'), 'utf8'));
    if (count < fewestDeprecated) return [`${name}: only ${count} deprecated declarations were found.`];
    writeFileSync(join(folder, 'electron.d.ts'), text);
    writeFileSync(join(folder, 'breach.ts'), breach);
    const config = {
      extends: inRoot('tsconfig.json'),
      compilerOptions: {
        paths: { '@shared/*': [inRoot('shared', '*')], electron: [join(folder, 'electron.d.ts')] },
      },
      include: [inRoot('electron'), join(folder, 'breach.ts')],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await run(inModules('.bin', process.platform === 'win32' ? 'tsc.cmd' : 'tsc'), ['-p', folder], {
      cwd: inRoot(),
    });
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    const others = errors.filter((line) => !line.includes('breach.ts'));
    if (others.length === errors.length) others.push('The deprecated function of the planted breach is no error.');
    return others.map((line) => `${name} ${readJson(inModules(name, 'package.json')).version}: ${line}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const faults = (await Promise.all(versions.map(errorsWith))).flat();
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
