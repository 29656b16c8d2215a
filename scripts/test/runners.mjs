import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { foreground } from '../foreground.mjs';
import { inModules, inRoot, readJson, root } from '../setup/place.mjs';

const windowConfig = inRoot('tests', 'window', 'playwright.config.ts');
const none = { passed: 0, failed: 0, skipped: 0, results: [], faults: [] };

/** Runs vitest on the files whose name contains one of the filters, or on all files. */
export async function runVitest(filters, surroundings, { mayBeEmpty = false } = {}) {
  const command = [process.execPath, inModules('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json'];
  const invocation = (report) => ({ command: [...command, `--outputFile.json=${report}`, ...filters] });
  return counted('vitest', { ...surroundings, mayBeEmpty }, countVitest, invocation);
}

/** Runs Playwright against the built program in a real Electron, with one worker for each place. */
export async function runPlaywright(filters, surroundings) {
  if (!existsSync(windowConfig)) {
    process.stdout.write('There are no window tests yet.\n');
    return none;
  }
  const command = [process.execPath, inModules('@playwright', 'test', 'cli.js'), 'test', `--config=${windowConfig}`];
  const options = ['--reporter=list,json', `--workers=${surroundings.count}`, `--output=${inRoot('test-results')}`];
  return counted('playwright', surroundings, countPlaywright, (report) => ({
    command: [...command, ...options, ...filters],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }));
}

/**
 * Runs a test runner and reads its report: how many tests passed, failed and were skipped, the result of each, and what
 * the failed ones said. A runner that fails without a failed test, or runs none unless it may be empty, counts as failed.
 */
async function counted(name, { env, mayBeEmpty = false }, count, invocation) {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-tests-'));
  try {
    const report = join(folder, 'report.json');
    const { command, env: own } = invocation(report);
    const [program, ...args] = command;
    const status = await foreground(program, args, { env: { ...env, ...own }, stdin: 'ignore' });
    const counts = existsSync(report) ? count(readJson(report)) : none;
    const { passed, failed } = counts;
    if (passed + failed === 0 && !mayBeEmpty) process.stdout.write(`✗ ${name} ran no test\n`);
    else if (status !== 0 && failed === 0) process.stdout.write(`✗ ${name} ended with status ${status}\n`);
    else return counts;
    return { ...counts, failed: failed + 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A file that cannot be loaded has no test results and counts as one failure. */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.length,
  );
  const results = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: pathOf(name), title, isPassed: status === 'passed' })),
  );
  const faults = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => fault(pathOf(name), fullName, failureMessages)),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + unloaded.length,
    skipped: numPendingTests,
    results,
    faults: [...faults, ...unloaded.map(({ name, message }) => fault(pathOf(name), 'cannot be loaded', [message]))],
  };
}

/** Measurements are printed. No test gets a second try. */
function countPlaywright({ stats, errors, suites }) {
  for (const figures of suites.flatMap(figuresOf)) process.stdout.write(`${figures}\n`);
  const failed = stats.unexpected || (errors.length > 0 ? 1 : 0);
  const faults = [
    ...errors.map(({ message }) => fault('playwright', 'the run', [message])),
    ...suites.flatMap(faultsOf),
  ];
  return { passed: stats.expected, failed, skipped: stats.skipped, results: suites.flatMap(resultsOf), faults };
}

function faultsOf({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return fault(
        `tests/window/${file}`,
        title,
        errors.map(({ message }) => message),
      );
    });
  return [...own, ...suites.flatMap(faultsOf)];
}

/** What a failed test said, for the end of a long run: its place, and the first lines of each message. */
function fault(file, title, messages) {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message ?? '')
      .split('\n')
      .slice(0, 12),
  );
  return [`✗ ${file} › ${title}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function resultsOf({ specs = [], suites = [] }) {
  const own = specs.map(({ file, title, tests }) => ({
    file: `tests/window/${file}`,
    title,
    isPassed: tests.every(({ status }) => status === 'expected'),
  }));
  return [...own, ...suites.flatMap(resultsOf)];
}

/** The path of a file below the root, with slashes. */
const pathOf = (name) => relative(root, name).split(sep).join('/');

function figuresOf({ specs = [], suites = [] }) {
  const notes = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ annotations }) =>
      annotations.filter(({ type }) => type === 'figures').map(({ description }) => `${file}: ${description}`),
    ),
  );
  return [...notes, ...suites.flatMap(figuresOf)];
}
