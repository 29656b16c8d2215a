import { execFileSync } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { openConnection } from '../../electron/service/store/connection';

/** Changes bytes of a file in place, as a failing disk does: its size and its times stay. */
export function changeBytes(path: string, position: number, change: (bytes: Buffer) => void, length = 1): void {
  // Only `touch` keeps the nanoseconds.
  const times = `${path}.times`;
  execFileSync('touch', ['-r', path, times]);
  const file = openSync(path, 'r+');
  try {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, position);
    change(bytes);
    writeSync(file, bytes, 0, length, position);
  } finally {
    closeSync(file);
  }
  execFileSync('touch', ['-r', times, path]);
  rmSync(times);
}

/** The bytes of the first page of a table or an index. The log must be checkpointed. */
export function firstPageOf(path: string, name: string): { begin: number; end: number } {
  // Opening the database itself would leave an empty log next to it.
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const db = openConnection(copy);
  try {
    const root = db
      .prepare<[string], { rootpage: number }>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
      .get(name);
    if (!root) throw new Error(`The database has no ${name}.`);
    const pageBytes = Number(db.pragma('page_size'));
    return { begin: (root.rootpage - 1) * pageBytes, end: root.rootpage * pageBytes };
  } finally {
    db.close();
    rmSync(copy);
  }
}

/**
 * Flips bits in the last bytes of the first page of an index, where its oldest entry lies. The database opens and
 * answers, but the index and its table differ.
 */
export function damageIndex(path: string, index: string): void {
  const length = 24;
  const flip = (bytes: Buffer) => {
    for (const place of bytes.keys()) bytes[place] = (bytes[place] ?? 0) ^ 1;
  };
  changeBytes(path, firstPageOf(path, index).end - length, flip, length);
}
