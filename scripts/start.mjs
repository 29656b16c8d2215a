import { openDisplay } from './display.mjs';
import { foreground } from './foreground.mjs';
import { runJob } from './setup/command.mjs';
import { electronRuntime } from './setup/electron.mjs';
import { hasDisplay } from './setup/libraries.mjs';
import { root } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/** `npm start -- …`: sets up what is missing and opens the window. Arguments are passed to the program. */
await runJob(async () => {
  await setUp();
  const { ELECTRON_RUN_AS_NODE: _unwanted, ...rest } = process.env;
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...rest, EARSHOT_LOG: rest.EARSHOT_LOG ?? 'sentences' };
  let display;
  if (!hasDisplay()) {
    process.stderr.write('No display found. Earshot runs in a virtual one (Xvfb), which is not visible.\n');
    display = await openDisplay();
    env.DISPLAY = display.name;
  }
  // Chromium refuses to start sandboxed as root.
  const sandbox = process.platform === 'linux' && process.getuid() === 0 ? ['--no-sandbox'] : [];
  // Without a system bus, Chromium logs a dozen warnings. The program's own errors are not in Chromium's log.
  const flags = [...sandbox, '--log-level=3'];
  process.exitCode = await foreground(electronRuntime().path, [...flags, root, ...process.argv.slice(2)], {
    env,
    apart: true,
  });
  display?.close();
});
