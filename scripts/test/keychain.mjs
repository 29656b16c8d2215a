import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A separate keychain for the tests on Linux: a D-Bus session with an unlocked gnome-keyring. Returns the variables that
 * lead a program to it, and `close`. The session also ends with this process, because `cat` reads from it. On other
 * systems there are no variables.
 */
export async function openKeychain() {
  if (process.platform !== 'linux') return { env: {}, close: () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'earshot-keychain-'));
  // The folders separate the daemon from the user's keyring and from a daemon that is already running.
  const unlock =
    'printf "tests\\n" | XDG_DATA_HOME="$0" XDG_RUNTIME_DIR="$0" ' +
    'gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ' +
    'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat';
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', unlock, folder], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [address] = await Promise.race([
    once(createInterface({ input: session.stdout }), 'line'),
    once(session, 'exit').then(() => {
      throw new Error('The D-Bus session of the tests ended before it was ready');
    }),
  ]);
  session.unref();
  const close = () => {
    session.stdin.end();
    rmSync(folder, { recursive: true, force: true });
  };
  return { env: { DBUS_SESSION_BUS_ADDRESS: address }, close };
}
