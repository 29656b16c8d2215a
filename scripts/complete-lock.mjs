import { writeFileSync } from 'node:fs';
import { inRoot, readJson } from './setup/place.mjs';

/**
 * Run this after `npm install`. It adds the binaries for other systems to the lock file when npm left them out because
 * the registry in use lacks them. Without these entries, `npm ci` refuses the lock file on every system. The entries
 * have no checksum; an `npm install` with a complete registry adds it.
 */
const path = inRoot('package-lock.json');
const lock = readJson(path);
const added = {};
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    const system = systemOf(name);
    if (system && !lock.packages[place] && !lock.packages[`${parent}/${place}`]) {
      added[place] = {
        version: range.replace(/^[\^~]/, ''),
        ...(entry.dev && { dev: true }),
        optional: true,
        ...system,
      };
    }
  }
}
const byPath = (a, b) => (a[0] < b[0] ? -1 : 1);
lock.packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).sort(byPath));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`package-lock.json: ${Object.keys(added).length} packages for other systems added\n`);

/** `@swc/core-linux-s390x-gnu` → os, cpu and libc; undefined when the name contains no system. */
function systemOf(name) {
  const system = name.match(/\b(android|darwin|freebsd|linux|openharmony|win32)-(\w+?)(?:-(\w+))?$/);
  if (!system) return undefined;
  const [, os, cpu, abi = ''] = system;
  const libc = abi.startsWith('musl') ? 'musl' : 'glibc';
  return { cpu: [cpu], os: [os], ...(os === 'linux' && { libc: [libc] }) };
}
