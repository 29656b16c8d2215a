import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Missing } from '../setup/command.mjs';
import { installPrograms, packagingPrograms } from '../setup/libraries.mjs';
import { inRoot, readJson } from '../setup/place.mjs';

const resources = (...names) => inRoot('resources', ...names);
const { version, description } = readJson(inRoot('package.json'));
const name = 'earshot';
const productDescription =
  'Earshot imports recorded calls, finds them, plays them, and scores them on evaluation forms. Recordings are encrypted on the disk. Other programs on this computer use its API.';

/**
 * The folder of tools that electron-builder makes an AppImage with: those of the system, and its runtime, which starts an
 * AppImage: for tests only, a script that unpacks it. A release downloads the official tools instead.
 */
export async function appImageTools() {
  await installPrograms(packagingPrograms);
  const folder = inRoot('release', 'appimage-tools');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'lib', 'x64'), { recursive: true });
  mkdirSync(join(folder, 'runtimes'));
  for (const program of ['mksquashfs', 'desktop-file-validate'])
    symlinkSync(execFileSync('which', [program], { encoding: 'utf8' }).trim(), join(folder, program));
  writeFileSync(join(folder, 'runtimes', 'runtime-x64'), testRuntime());
  return folder;
}

/** Of a fixed length, because the file system of the AppImage begins behind it. */
const runtimeBytes = 4_096;

/** Unpacks the AppImage that it begins, and starts it: slow, but without FUSE. */
function testRuntime() {
  const script = `#!/bin/sh
# Stands in for the runtime of AppImages in tests.
set -e
export APPIMAGE="$(readlink -f "$0")" ARGV0="$0" OWD="$PWD"
case "\${1-}" in --appimage-offset) echo ${runtimeBytes}; exit ;; esac
APPDIR="$(mktemp -d)/root"
export APPDIR
unsquashfs -quiet -no-progress -o ${runtimeBytes} -d "$APPDIR" "$APPIMAGE" >/dev/null
code=0
"$APPDIR/AppRun" "$@" || code=$?
rm -rf "$(dirname "$APPDIR")"
exit $code
`;
  return script.padEnd(runtimeBytes - 1, '#').concat('\n');
}

/**
 * Makes the deb and the rpm of a packaged program. `desktop` is the text of its desktop entry.
 * @returns {Promise<string[]>} their paths
 */
export async function debAndRpm(packaged, desktop, { isRelease }) {
  await installPrograms(packagingPrograms);
  const work = mkdtempSync(join(inRoot('release'), 'linux-'));
  // The packages have the modes of these files.
  const umask = process.umask(0o022);
  try {
    const tree = join(work, 'usr');
    writeShared(tree, desktop);
    const common = {
      isRelease,
      src: packaged,
      dest: inRoot('release'),
      name,
      bin: name,
      description,
      productDescription,
      version,
    };
    return [await deb({ ...common, arch: 'amd64' }, tree), await rpm({ ...common, arch: 'x86_64' }, tree)];
  } finally {
    process.umask(umask);
    rmSync(work, { recursive: true, force: true });
  }
}

/** What both have besides the program, below `usr`. */
function writeShared(tree, desktop) {
  const put = (path, content, mode = 0o644) => {
    const place = join(tree, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, content);
    chmodSync(place, mode);
  };
  const read = (...names) => readFileSync(resources(...names));
  const icons = 'share/icons/hicolor';
  put('bin/earshot', read('linux', 'earshot.sh'), 0o755);
  put('share/applications/earshot.desktop', desktop);
  put('share/earshot/apparmor', read('linux', 'apparmor'));
  put('share/metainfo/dev.earshot.desktop.metainfo.xml', metainfo());
  put('share/mime/packages/earshot.xml', read('linux', 'mime.xml'));
  put('share/doc/earshot/copyright', read('linux', 'copyright'));
  put('share/doc/earshot/changelog.gz', zipped(changelog()));
  put('share/man/man1/earshot.1.gz', zipped(read('man', 'earshot.1')));
  put('share/bash-completion/completions/earshot', read('completions', 'earshot.bash'));
  put('share/zsh/vendor-completions/_earshot', read('completions', '_earshot'));
  put('share/fish/vendor_completions.d/earshot.fish', read('completions', 'earshot.fish'));
  put(`${icons}/scalable/apps/earshot.svg`, read('linux', 'earshot.svg'));
  put(`${icons}/symbolic/apps/earshot-symbolic.svg`, read('linux', 'earshot-symbolic.svg'));
  put(`${icons}/scalable/mimetypes/application-vnd.earshot.package.svg`, read('linux', 'earshot-file.svg'));
  for (const file of readdirSync(resources('icons'))) {
    const size = file.replace('.png', '');
    // The theme has no folder for larger ones.
    if (Number.parseInt(size, 10) <= 512) put(`${icons}/${size}/apps/earshot.png`, read('icons', file));
  }
}

const zipped = (content) => gzipSync(content, { level: 9 });

const metainfo = () =>
  readFileSync(resources('linux', 'dev.earshot.desktop.metainfo.xml'), 'utf8')
    .replace('@version@', version)
    .replace('@date@', new Date().toISOString().slice(0, 10));

const maintainer = 'The Earshot developers <maintainers@earshot.invalid>';
const changelog = () =>
  `earshot (${version}) stable; urgency=medium\n\n  * See the notes of this release.\n\n -- ${maintainer}  ${new Date().toUTCString().replace('GMT', '+0000')}\n`;

/** Further names that a package of this program needs: the keychain, and the links of other programs. */
const needs = {
  deb: ['libc6 (>= 2.28)', 'libasound2t64 | libasound2', 'libsecret-1-0', 'xdg-utils'],
  rpm: ['alsa-lib', 'libsecret', 'xdg-utils'],
};

/**
 * What lintian finds in every package of Electron, and is meant: the sandbox of Chromium, and its own copies of libraries.
 */
const lintianOverrides = [
  'elevated-privileges',
  'embedded-library',
  'hardening-no-bindnow',
  'hardening-no-pie',
  'shared-library-lacks-prerequisites',
  'unstripped-binary-or-object',
  'unstripped-static-library',
];

async function deb({ isRelease, ...options }, tree) {
  const { Installer } = await import('electron-installer-debian');
  return make(withShared(Installer, tree, ['copyScripts', 'createControl', 'createOverrides']), {
    ...options,
    maintainer,
    section: 'sound',
    // Small for a release, quick otherwise.
    compression: isRelease ? 'xz' : 'gzip',
    depends: needs.deb,
    recommends: ['gnome-keyring'],
    scripts: { postinst: resources('linux', 'postinst'), postrm: resources('linux', 'postrm') },
    lintianOverrides,
    rename: (dest) => join(dest, '<%= name %>_<%= version %>_<%= arch %>.deb'),
  });
}

async function rpm({ isRelease, ...options }, tree) {
  const { Installer } = await import('electron-installer-redhat');
  const script = (file) => readFileSync(resources('linux', file), 'utf8').replace(/^#!.*\n/, '');
  return make(withShared(Installer, tree, ['createSpec']), {
    ...options,
    license: 'Proprietary',
    requires: needs.rpm,
    payload: isRelease ? 'w6.xzdio' : 'w1.gzdio',
    specTemplate: resources('linux', 'spec.ejs'),
    files: ['/usr/lib/earshot', ...filesBelow(tree).map((path) => `/usr/${path}`)],
    post: script('postinst'),
    postun: script('postrm'),
    rename: (dest) => join(dest, '<%= name %>-<%= version %>.<%= arch %>.rpm'),
  });
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** Libraries are not executable: https://www.debian.org/doc/debian-policy/ch-sharedlibs.html */
function tidyLibraries(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\.(node|so(\.\d+)?)$/.test(entry.name)) chmodSync(join(entry.parentPath, entry.name), 0o644);
}

/** A maker of packages that have the program, what both have besides, and what only its own have. */
function withShared(Installer, tree, own) {
  return class extends Installer {
    get contentFunctions() {
      return ['copyApplication', 'copyShared', ...own];
    }

    async copyApplication() {
      await super.copyApplication();
      tidyLibraries(this.stagingAppDir);
    }

    async copyShared() {
      cpSync(tree, join(this.stagingDir, this.baseAppDir), { recursive: true });
    }
  };
}

/** Runs one of the two makers, which are alike. Returns the path of the package. */
async function make(Installer, options) {
  const installer = new Installer({ ...options, logger: () => {} });
  await installer.generateDefaults();
  await installer.generateOptions();
  await installer.generateScripts?.();
  await installer.createStagingDir();
  await installer.createContents();
  await installer.createPackage();
  await installer.movePackage();
  const [path] = installer.options.packagePaths;
  if (!path || !existsSync(path)) throw new Missing(`${options.dest} has no package of this kind`, 'npm run package');
  return path;
}
