import { type ChildProcess, spawn } from 'node:child_process';
import { osKeychain } from '../main/keychain';
import type { Keychain } from '../service/vault/keychain-state';
import { headlessSwitches } from './headless';
import { keychainCommand } from './table';

const idleMs = 5_000;

type Ask = { id: number; method: keyof Keychain; args: string[] };
type Answer = { id: number; value?: string | null; fault?: string };

/**
 * The OS keychain in a separate process. A keyring that never answers blocks a thread of its caller, and Node waits for
 * its threads even in process.exit, so in this process the command could not end.
 */
export function keychainProcess(): Keychain {
  const waiting = new Map<number, (answer: Answer) => void>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function started(): ChildProcess {
    // The installed program has no Node that could run a script: it calls itself.
    const script = process.versions.electron ? headlessSwitches : [process.argv[1] ?? ''];
    const made = spawn(process.execPath, [...script, keychainCommand], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    made.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer));
    const gone = () => {
      if (child !== made) return;
      child = undefined;
      for (const [id, settle] of waiting) settle({ id, fault: 'The keychain ended without an answer.' });
    };
    made.once('error', gone).once('exit', gone);
    made.unref();
    return made;
  }

  function rest(): void {
    child?.disconnect();
    child = undefined;
  }

  function ask(method: keyof Keychain, ...args: string[]): Promise<string | null> {
    clearTimeout(idle);
    child ??= started();
    const id = ++last;
    child.send({ id, method, args } satisfies Ask);
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ value = null, fault }) => {
        waiting.delete(id);
        if (waiting.size === 0) idle = setTimeout(rest, idleMs).unref();
        if (fault === undefined) resolve(value);
        else reject(new Error(fault));
      });
    });
  }

  return {
    get: (account) => ask('get', account),
    set: async (account, value) => void (await ask('set', account, value)),
    delete: async (account) => void (await ask('delete', account)),
  };
}

/** The keychain process: answers until its parent disconnects. */
export function answerForKeychain(): void {
  const keychain = osKeychain();
  process.on('message', ({ id, method, args }: Ask) => {
    const answer = (rest: Omit<Answer, 'id'>) => process.connected && process.send?.({ id, ...rest });
    const [account = '', value = ''] = args;
    keychain[method](account, value).then(
      (found) => answer({ value: found ?? null }),
      (cause) => answer({ fault: String(cause instanceof Error ? cause.message : cause) }),
    );
  });
  // Not process.exit, which would wait for the keyring.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
