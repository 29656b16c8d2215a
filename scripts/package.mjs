import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { missingFiles } from './package/contents.mjs';
import { Missing, runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { root } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * `npm run package`: the program as a folder in release/, to try it, with whatever Electron runs here and without any
 * download. `npm run package -- --release`: the installers that electron-builder.yml names for this system.
 */
const isRelease = process.argv.includes('--release');

/** The npm-borne Electron keeps its fuses, which belong to tests, and loses the default app that would go first. */
const asFound = {
  electronFuses: null,
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources', 'app'), { recursive: true }),
};

await runJob(async () => {
  await setUp();
  const runtime = electronRuntime();
  process.stdout.write(`${inOneLine(runtime)}\n`);
  const isBorrowed = runtime.source === 'npm';
  if (isRelease && isBorrowed) {
    throw new Missing(
      `Electron ${runtime.version} from the npm registry is old: it serves development and tests, never a release`,
      'npm run electron -- --again   # on a network that reaches the release page of Electron',
    );
  }
  const packaged = await packageWith(runtime, isBorrowed ? asFound : {});
  for (const folder of packaged.resources) {
    const missing = missingFiles(folder);
    if (missing.length === 0) continue;
    throw new Missing(`${folder} lacks ${missing.join(', ')}`, 'Name the files under "files" in electron-builder.yml.');
  }
  if (!isBorrowed) await checkFuses(packaged);
});

/** Runs electron-builder. Returns the packaged programs, their resource folders, and the fuses that are configured. */
async function packageWith({ dist, version }, special) {
  // Imported here: it is not there before set-up.
  const { build } = await import('electron-builder');
  const packaged = { programs: [], resources: [], fuses: {} };
  const note = ({ appOutDir, electronPlatformName, packager }) => {
    const { productFilename } = packager.appInfo;
    const names = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
    packaged.programs.push(join(appOutDir, names[electronPlatformName] ?? packager.executableName));
    packaged.resources.push(packager.getResourcesDir(appOutDir));
    packaged.fuses = packager.config.electronFuses;
  };
  await build({
    projectDir: root,
    publish: 'never',
    ...(!isRelease && { dir: true }),
    config: { electronDist: dist, electronVersion: version, afterPack: note, ...special },
  });
  return packaged;
}

/** Reads the fuses back from the packaged programs: a flip that did not happen would go unnoticed. */
async function checkFuses({ programs, fuses }) {
  const { getCurrentFuseWire, FuseV1Options } = await import('@electron/fuses');
  const { FuseState } = await import('@electron/fuses/dist/constants.js');
  for (const program of programs) {
    const wire = await getCurrentFuseWire(program);
    for (const [name, wanted] of Object.entries(fuses)) {
      const state = wire[FuseV1Options[name.charAt(0).toUpperCase() + name.slice(1)]];
      if (state === (wanted ? FuseState.ENABLE : FuseState.DISABLE)) continue;
      throw new Missing(`${program}: the fuse ${name} is not ${wanted}`, 'npm run package -- --release');
    }
  }
}
