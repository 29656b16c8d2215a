// @ts-nocheck Like Electron's own default app, it uses parts of Electron and Node that have no types.
/**
 * Copied into the Electron from npm as its `resources/app`. Does what Electron's own default app does with `electron
 * <folder or file> …`: loads the module after `-r`, takes the first argument that is not a flag, gives the program its
 * name, version and path, and loads it.
 */
const { existsSync, readFileSync, statSync } = require('node:fs');
const Module = require('node:module');
const { dirname, extname, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { app } = require('electron');

process.defaultApp = true;

const preloaded = process.argv.indexOf('-r');
if (preloaded > 0) require(resolve(process.argv.splice(preloaded, 2)[1]));

// The preloaded module may have changed the arguments.
const args = process.argv.slice(1);
if (args.includes('--version') || args.includes('-v')) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}
const target = args.find((arg) => !arg.startsWith('-'));
if (!target) {
  process.stderr.write('usage: electron <folder or file> …\n');
  process.exit(1);
}
const main = entryOf(resolve(target));
if (extname(main) === '.mjs') import(pathToFileURL(main).href).catch(stop);
else {
  try {
    // Loaded synchronously as the main module, because a program must register its schemes before Electron is ready.
    Module._load(main, null, true);
  } catch (error) {
    stop(error);
  }
}

function entryOf(path) {
  if (!existsSync(path)) {
    process.stderr.write(`electron: no such program: ${path}\n`);
    process.exit(1);
  }
  if (!statSync(path).isDirectory()) {
    app.setAppPath(dirname(path));
    return path;
  }
  const program = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  if (program.version) app.setVersion(program.version);
  if (program.productName || program.name) app.setName(program.productName || program.name);
  if (program.desktopName) app.setDesktopName(program.desktopName);
  app.setAppPath(path);
  return require.resolve(join(path, program.main || 'index.js'));
}

function stop(error) {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
}
