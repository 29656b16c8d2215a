import { readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { plainHost } from './host';
import { temporaryFolder } from './start-service';

/** Thread entries of which one runs `before` ahead of its own code: a drive, a parser or a writer, as bad as it wants. */
export function threadsWith(entry: 'job' | 'writer', before: string): string {
  const folder = temporaryFolder();
  for (const name of readdirSync(plainHost.threadsFolder).filter((one) => one.endsWith('.cjs'))) {
    const real = `require(${JSON.stringify(join(plainHost.threadsFolder, name))});`;
    writeFileSync(join(folder, name), basename(name, '.cjs') === entry ? `${before}\n${real}` : real);
  }
  return folder;
}
