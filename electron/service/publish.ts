import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes what tools of the same user find in a folder: JSON that only its owner can read, complete from the first moment. */
export const publish = (path: string, content: object): void => publishText(path, `${JSON.stringify(content)}\n`);

/** Writes a text that only its owner can read, complete from the first moment. */
export function publishText(path: string, text: string): void {
  const temporary = `${path}.${process.pid}`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}
