import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './setup/place.mjs';

/**
 * Checks docs/conformance.md, where each sentence of API v2 names the tests that prove it. Each test must exist; after a
 * full run, it must also have run and passed.
 */

const page = 'docs/conformance.md';
const fewestRows = 200;

/**
 * The rows of the page's tables. A row that belongs to a later subject has no tests.
 * @param {string} text
 */
export function rowsIn(text) {
  const cells = [...text.matchAll(/^\| (.+?) \| (.+) \|$/gm)].filter(
    ([, sentence]) => !/^(Sentence|-+)$/.test(sentence),
  );
  return cells.map(([, sentence, proof]) => ({
    sentence,
    isLater: proof.startsWith('later: '),
    tests: [...proof.matchAll(/\]\(\.\.\/([^)]+)\): `([^`]+)`/g)].map(([, file, name]) => ({ file, name })),
  }));
}

/**
 * The rows that are not proven.
 * @param {ReturnType<typeof rowsIn>} rows
 * @param {(file: string) => string} read
 * @param {{ file: string, title: string, isPassed: boolean }[]} [results] of a full run
 */
export function faultsIn(rows, read, results) {
  const faults = [];
  for (const { sentence, isLater, tests } of rows) {
    if (tests.length === 0 && !isLater) faults.push(`no test: ${sentence}`);
    for (const { file, name } of tests) {
      const fault = (/** @type {string} */ what) => faults.push(`${what}: ${file}: ${name} (${sentence})`);
      if (!['"', "'", '`'].some((quote) => read(file).includes(`${quote}${name}${quote},`))) fault('does not exist');
      else if (results) {
        const title = titleOf(name);
        const ran = results.filter((result) => result.file === file && title.test(result.title));
        if (ran.length === 0) fault('did not run');
        else if (!ran.every(({ isPassed }) => isPassed)) fault('did not pass');
      }
    }
  }
  return faults;
}

/** The titles of a test: `%s is refused` stands for one title for each row of its table. */
function titleOf(name) {
  const parts = name.split(/%[a-z]|\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/**
 * Prints one line, after the faults if there are any. Counts as one test.
 * @param {Parameters<typeof faultsIn>[2]} [results] of a full run
 */
export function checkConformance(results) {
  const rows = rowsIn(readFileSync(inRoot(page), 'utf8'));
  const read = (/** @type {string} */ file) => (existsSync(inRoot(file)) ? readFileSync(inRoot(file), 'utf8') : '');
  const faults = faultsIn(rows, read, results);
  if (rows.length < fewestRows) faults.push(`only ${rows.length} rows were found in ${page}`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  const later = rows.filter(({ isLater }) => isLater).length;
  const done = results ? 'proven by tests that passed' : 'with tests that exist';
  const counted = `${rows.length - later} sentences ${done}, ${later} for later, ${faults.length} faults`;
  process.stdout.write(`${faults.length === 0 ? '✓' : '✗'} conformance to API v2: ${counted}\n`);
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length === 0 ? 0 : 1, skipped: 0 };
}

if (process.argv[1] === import.meta.filename) process.exitCode = checkConformance().failed;
