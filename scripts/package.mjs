import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { missingFiles } from './package/contents.mjs';
import { mustBeTested } from './package/tested.mjs';
import { Missing, runJob } from './setup/command.mjs';
import { electronRuntime, inOneLine } from './setup/electron.mjs';
import { inRoot, readJson, root } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/**
 * `npm run package`: packages the program as a folder in release/, for trying it out, with the available Electron and
 * without downloads. `npm run package -- --installers`: also makes what this system is installed from, to try it out.
 * `npm run package -- --release`: the same with the Electron of a release.
 */
const isRelease = process.argv.includes('--release');
const hasInstallers = isRelease || process.argv.includes('--installers');

/** The default app of the Electron from npm, which would take precedence, is removed. */
const asFound = {
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources', 'app'), { recursive: true }),
};

await runJob(async () => {
  await setUp();
  const runtime = electronRuntime();
  process.stdout.write(`${inOneLine(runtime)}\n`);
  const isBorrowed = runtime.source === 'npm';
  if (isRelease && isBorrowed) {
    throw new Missing(
      `Electron ${runtime.version} from the npm registry is old and only for development and tests, not for a release`,
      'npm run electron -- --again   # on a network that reaches the release page of Electron',
    );
  }
  if (isRelease) mustBeTested(runtime);
  const { trustedKeys, writeManifest } = await import('./package/manifest.mjs');
  const updateKeys = trustedKeys(isRelease);
  const packaged = await packageWith(runtime, isBorrowed ? asFound : {}, updateKeys);
  for (const folder of packaged.resources) {
    const missing = missingFiles(folder);
    if (missing.length === 0) continue;
    throw new Missing(
      `${folder} is missing ${missing.join(', ')}`,
      'List the files under "files" in electron-builder.yml.',
    );
  }
  await checkFuses(packaged);
  if (hasInstallers && process.platform === 'linux') {
    for (const path of packaged.artifacts.filter((one) => one.endsWith('.AppImage')))
      writeManifest(path, readJson(inRoot('package.json')).version, { isRelease });
    const { debAndRpm } = await import('./package/linux.mjs');
    for (const [place, desktop] of packaged.desktops.entries())
      for (const path of await debAndRpm(dirname(packaged.programs[place]), desktop, { isRelease }))
        process.stdout.write(`${path}\n`);
  }
});

/** Runs electron-builder. Returns the packaged programs, their resource folders, and the configured fuses. */
async function packageWith({ dist, version }, special, updateKeys) {
  // Imported here, because it is missing before set-up.
  const { build } = await import('electron-builder');
  const packaged = { programs: [], resources: [], fuses: {}, desktops: [], artifacts: [] };
  // A release downloads the official runtime of AppImages, with its checksum.
  if (hasInstallers && !isRelease && process.platform === 'linux') {
    const { appImageTools } = await import('./package/linux.mjs');
    process.env.APPIMAGE_TOOLS_PATH = await appImageTools();
  }
  const note = async ({ appOutDir, electronPlatformName, packager }) => {
    const { productFilename } = packager.appInfo;
    const names = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` };
    packaged.programs.push(join(appOutDir, names[electronPlatformName] ?? packager.executableName));
    packaged.resources.push(packager.getResourcesDir(appOutDir));
    packaged.fuses = packager.config.electronFuses;
    if (electronPlatformName === 'linux') packaged.desktops.push(await desktopEntryOf(packager));
  };
  packaged.artifacts = await build({
    projectDir: root,
    publish: 'never',
    ...(!hasInstallers && { dir: true }),
    config: {
      electronDist: dist,
      electronVersion: version,
      afterPack: note,
      extraMetadata: { updateKeys },
      ...special,
    },
  });
  return packaged;
}

/** The desktop entry of the AppImage, which the other packages have too. */
async function desktopEntryOf(packager) {
  const { LinuxTargetHelper } = await import('app-builder-lib/out/targets/LinuxTargetHelper.js');
  return new LinuxTargetHelper(packager).computeDesktopEntry(packager.platformSpecificBuildOptions, 'earshot %U');
}

/** Reads the fuses back from the packaged programs, because a missing fuse would otherwise go unnoticed. */
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
