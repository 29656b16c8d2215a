import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { run } from './setup/command.mjs';
import { inRoot } from './setup/place.mjs';
import { setUp } from './setup/set-up.mjs';

/** `npm run commands`: writes the page of docs, the manual page and the completions of the command line. */
await setUp({ window: false });
const made = {
  markdown: 'docs/commands.md',
  man: 'resources/man/earshot.1',
  bash: 'resources/completions/earshot.bash',
  zsh: 'resources/completions/_earshot',
  fish: 'resources/completions/earshot.fish',
};
for (const [name, path] of Object.entries(made)) {
  const { stdout } = await run(process.execPath, [inRoot('build', 'node', 'cli.cjs'), 'completion', name]);
  mkdirSync(dirname(inRoot(path)), { recursive: true });
  writeFileSync(inRoot(path), stdout);
}
