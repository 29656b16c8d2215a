import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listPackage } from '@electron/asar';
import { inRoot, root } from '../setup/place.mjs';

const natives = ['better-sqlite3', 'keytar'];

/**
 * The files that the program needs and that the packaged resource folder lacks: built files and sample calls by path,
 * native modules by name. electron-builder silently leaves out files that its configuration does not list.
 */
export function missingFiles(resources) {
  const archive = join(resources, 'app.asar');
  if (!existsSync(archive)) return ['app.asar'];
  const packed = new Set(listPackage(archive, { isPack: false }).map((path) => path.slice(1).replaceAll('\\', '/')));
  const built = ['build/node', 'build/docs', 'build/preload', 'build/renderer']
    .flatMap(filesIn)
    .filter((path) => !path.endsWith('.map'));
  const samples = filesIn('resources/samples').map((path) => path.replace('resources/', ''));
  const unpacked = join(resources, 'app.asar.unpacked', 'node_modules');
  return [
    ...['package.json', ...built].filter((path) => !packed.has(path)),
    ...samples.filter((path) => !existsSync(join(resources, path))),
    ...natives.filter((name) => !hasBinary(join(unpacked, name))),
  ];
}

function filesIn(folder) {
  const paths = readdirSync(inRoot(folder), { recursive: true }).map((name) => inRoot(folder, name));
  return paths.filter((path) => statSync(path).isFile()).map((path) => relative(root, path).replaceAll(sep, '/'));
}

const hasBinary = (folder) =>
  existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => name.endsWith('.node'));
