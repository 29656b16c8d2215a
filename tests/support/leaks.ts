import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { searchFor } from './plain-audio';

type Original = { name: string; bytes: Buffer };

/** What no file may contain, whoever wrote it. */
const always: [what: string, secret: string][] = [
  ['a signature', 'sign='],
  ['a PEM', 'BEGIN PRIVATE'],
  ['a PEM', 'BEGIN RSA PRIVATE'],
  ['a PEM', 'BEGIN ENCRYPTED PRIVATE'],
];

/** The unencrypted secrets and pieces of recordings in a folder, one sentence each. Follows no links. */
export function leaksIn(folder: string, originals: Original[], secrets: [what: string, secret: string | Buffer][]) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => ({ name: relative(folder, path), stored: readFileSync(path) }));
  const open = files.flatMap(({ name, stored }) =>
    [...secrets, ...always].filter(([, secret]) => stored.includes(secret)).map(([what]) => `${name} holds ${what}`),
  );
  const search = searchFor(Buffer.concat(files.flatMap(({ stored }) => [stored, gap])));
  const sounds = originals.flatMap(({ name, bytes }) => {
    const place = search(bytes);
    return place === undefined ? [] : [`${fileAt(files, place)} holds sound of ${name}`];
  });
  return [...new Set([...open, ...sounds])];
}

/** Separates the end of one file from the start of the next in the search. */
const gap = Buffer.alloc(64);

function fileAt(files: { name: string; stored: Buffer }[], place: number): string | undefined {
  let end = 0;
  return files.find(({ stored }) => {
    end += stored.length + gap.length;
    return place < end;
  })?.name;
}
