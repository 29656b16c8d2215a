import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A separate keychain for the tests on Linux: `wrap` turns a command into one that runs inside a fresh D-Bus session
 * with an unlocked gnome-keyring. On other systems the command is unchanged. `close` removes the keyring's files.
 */
export function openKeychain() {
  if (process.platform !== 'linux') return { wrap: (command) => command, close: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'earshot-keychain-'));
  // The folders separate the daemon from the user's keyring and from a daemon that is already running.
  const unlock =
    'printf "tests\\n" | XDG_DATA_HOME="$0" XDG_RUNTIME_DIR="$0" ' +
    'gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';
  return {
    wrap: (command) => ['dbus-run-session', '--', 'sh', '-c', unlock, folder, ...command],
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
