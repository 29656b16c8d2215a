import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reference } from './api-reference.mjs';
import { inRoot, readJson } from './place.mjs';

/**
 * The packages that a build contains: the dependencies of Earshot, theirs, Electron and the API reference, by name. `texts` are the files
 * of their licences and notices; empty for a package that has none, of which `licence` is all that is known.
 * @returns {{ name: string, version: string, licence: string, texts: string[] }[]}
 */
export function thirdPartyNotices() {
  const { packages } = readJson(inRoot('package-lock.json'));
  const found = new Set();
  const visit = (name, from) => {
    const path = placeOf(packages, name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    for (const other of Object.keys(packages[path].dependencies ?? {})) visit(other, path);
  };
  for (const name of Object.keys(packages[''].dependencies)) visit(name, '');
  // Its own dependencies only install it.
  found.add(join('node_modules', 'electron'));
  const notices = [...found].map((path) => {
    const { name, version, license } = readJson(inRoot(path, 'package.json'));
    return { name, version, licence: [license].flat().join(' OR '), texts: textsIn(inRoot(path)) };
  });
  notices.push({ ...reference, texts: [] });
  // The same version may be installed in several places.
  return [...new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  );
}

/** Where npm has installed the package that another one gets under this name. */
function placeOf(packages, name, from) {
  const path = `${from}${from && '/'}node_modules/${name}`;
  // Not on this system, or not installed with Earshot.
  if (packages[path]) return existsSync(inRoot(path)) ? path : undefined;
  return from === '' ? undefined : placeOf(packages, name, from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''));
}

const textsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)\b/i.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
