import { hasProgram, Missing, run, runOrStop, say } from './command.mjs';
import { postgresqlFolder } from './postgresql.mjs';

/**
 * The system dependencies of Electron, keytar and the tests: the file to look for, and the Debian packages that contain
 * it. Of several package names, the first that the release has is used (since 2024 some end in `t64`).
 */
const forElectron = {
  'libgtk-3.so.0': ['libgtk-3-0t64', 'libgtk-3-0'],
  'libnss3.so': ['libnss3'],
  'libgbm.so.1': ['libgbm1'],
  'libasound.so.2': ['libasound2t64', 'libasound2'],
  'libsecret-1.so.0': ['libsecret-1-0'],
};
const forDisplay = { Xvfb: ['xvfb'] };
/** The programs that make the packages of Linux. */
export const packagingPrograms = {
  'dpkg-deb': ['dpkg'],
  fakeroot: ['fakeroot'],
  rpmbuild: ['rpm'],
  mksquashfs: ['squashfs-tools'],
  'desktop-file-validate': ['desktop-file-utils'],
};
const forTests = {
  ...packagingPrograms,
  appstreamcli: ['appstream'],
  'gnome-keyring-daemon': ['gnome-keyring'],
  'dbus-run-session': ['dbus-daemon', 'dbus'],
  postgres: ['postgresql'],
  openssl: ['openssl'],
  lintian: ['lintian'],
  chromium: ['chromium'],
};

/**
 * Whether the system has the dependencies of the job: `tests` adds a keychain, PostgreSQL and OpenSSL, a missing display adds a
 * virtual one.
 */
export async function ready(job) {
  return process.platform !== 'linux' || (await missing(job)).length === 0;
}

/** As root on Debian, prints and installs the packages. Otherwise stops with the command that installs them. */
export async function make(job) {
  await install(await missing(job));
}

/** Installs programs that a later step needs, such as `{ 'g++': ['g++'] }`. */
export async function installPrograms(programs) {
  await install(Object.entries(programs).filter(([name]) => !hasProgram(name)));
}

async function missing({ tests }) {
  const wanted = { ...forElectron, ...(tests || !hasDisplay() ? forDisplay : {}), ...(tests ? forTests : {}) };
  const { stdout: libraries } = await run('/sbin/ldconfig', ['-p']);
  const present = (name) => {
    if (name === 'postgres') return postgresqlFolder() !== undefined;
    return name.includes('.so') ? libraries.includes(`\t${name} `) : hasProgram(name);
  };
  return Object.entries(wanted).filter(([name]) => !present(name));
}

/** Whether there is a display for a window. */
export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

async function install(entries) {
  if (entries.length === 0) return;
  const files = entries.map(([name]) => name).join(', ');
  if (!hasProgram('apt-get')) {
    throw new Missing(
      `this system is missing: ${files}`,
      'Install the packages of your distribution that contain them.',
    );
  }
  let packages = await known(entries.map(([, names]) => names));
  const command = `apt-get install -y --no-install-recommends ${packages.map(([name]) => name).join(' ')}`;
  if (process.getuid() !== 0) throw new Missing(`this system is missing: ${files}`, `sudo ${command}`);

  say(`Debian packages: ${packages.map(([name]) => name).join(' ')}`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const attempt = () => {
    const names = packages.map(([name]) => name);
    const options = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
    return run('apt-get', [...options, ...names], { env });
  };
  if (packages.every(([, isKnown]) => isKnown) && (await attempt()).status === 0) return;
  // Images often have no package lists, or lists so old that the mirrors no longer have the packages.
  await runOrStop('the package lists could not be fetched', 'apt-get update', 'apt-get', ['update'], { env });
  packages = await known(entries.map(([, names]) => names));
  if ((await attempt()).status !== 0) throw new Missing(`apt-get could not install: ${files}`, command);
}

/** For each group of names, the first that apt can install, with `true`; otherwise the last, with `false`. */
async function known(groups) {
  const { stdout } = await run('apt-cache', ['policy', ...groups.flat()], { env: { LC_ALL: 'C' } });
  const candidates = new Set(
    [...stdout.matchAll(/^(\S+):\n {2}Installed: .*\n {2}Candidate: (?!\(none\))/gm)].map(([, name]) => name),
  );
  return groups.map((names) => {
    const name = names.find((each) => candidates.has(each));
    return name ? [name, true] : [names.at(-1), false];
  });
}
