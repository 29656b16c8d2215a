import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { inRoot } from './setup/place.mjs';

/** Checks the texts of the window: German and English have the same keys, and each part uses its own texts. */

const base = inRoot('renderer');
const fewestTexts = 300;

/** Every file of the window with texts or code, by its path below renderer/. */
function readWindow() {
  const names = readdirSync(base, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.tsx?$|^texts\.(en|de)\.json$/.test(entry.name),
  );
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(base, path).split(sep).join('/'), readFileSync(path, 'utf8')];
    }),
  );
}

/** `features/calls` of `features/calls/texts.en.json`, `app` of `app/shell.tsx`. */
const partOf = (path) =>
  path
    .split('/')
    .slice(0, path.startsWith('features/') ? 2 : 1)
    .join('/');
/** The parts whose texts all others may use. */
const shared = ['i18n', 'ui', 'core', 'api'];

/** Dotted key → text. */
const flat = (texts, above = '') =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[above + key, text]] : flat(text, `${above}${key}.`),
  );
const valuesIn = (text) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort().join(' ');

/** The faults found, each with the rule that it breaks. */
function faultsIn(files) {
  const faults = [];
  const fault = (rule, what) => faults.push({ rule, what });
  const owners = new Map();
  let seen = 0;
  for (const path of Object.keys(files).filter((name) => name.endsWith('texts.en.json'))) {
    const english = new Map(flat(JSON.parse(files[path])));
    const german = new Map(flat(JSON.parse(files[path.replace('.en.', '.de.')] ?? '{}')));
    seen += english.size;
    for (const [key, text] of english) {
      if (!german.get(key)) fault('german-missing', `${path}: ${key}`);
      else if (valuesIn(german.get(key)) !== valuesIn(text)) fault('values-differ', `${path}: ${key}`);
    }
    for (const key of german.keys()) if (!english.get(key)) fault('english-missing', `${path}: ${key}`);
    for (const group of Object.keys(JSON.parse(files[path]))) {
      if (owners.has(group)) fault('group-twice', `${path}: ${group} is also a group of ${owners.get(group)}`);
      owners.set(group, partOf(path));
    }
  }
  const code = Object.entries(files).filter(([path]) => /\.tsx?$/.test(path));
  for (const [path, text] of code) {
    const part = partOf(path);
    const imports = code.filter(([other]) => partOf(other) === part).map(([, source]) => source);
    for (const [, group] of text.matchAll(/['`]([a-zA-Z]+)\.(?:[\w${}]+\.?)+['`]/g)) {
      const owner = owners.get(group);
      if (owner === undefined || owner === part || shared.includes(owner)) continue;
      // An import of the index also loads the texts.
      const name = owner.split('/')[1];
      const isImported = imports.some((source) => source.includes(`/${name}';`) || source.includes(`/${name}')`));
      if (owner === 'app' || shared.includes(part) || !isImported) fault('texts-of-another', `${path}: ${group}`);
    }
    for (const [wrong] of text.matchAll(/\bt\([^()]*\bas never\b/g)) fault('key-not-typed', `${path}: ${wrong}`);
  }
  return { faults, seen };
}

/** One fault per rule. The check fails unless it finds each of them. */
const breaches = {
  'german-missing': (files) => edit(files, 'features/imports/texts.de.json', /"import": "[^"]+"/, '"import": ""'),
  'english-missing': (files) => edit(files, 'features/imports/texts.en.json', /"import": "[^"]+",/, ''),
  'values-differ': (files) => edit(files, 'features/imports/texts.de.json', /\{\{done\}\}/, ''),
  'group-twice': (files) => edit(files, 'features/sign-in/texts.en.json', /"signIn"/, '"imports"'),
  'texts-of-another': (files) => ({ ...files, 'features/sign-in/breach.ts': "t('imports.import');" }),
  'key-not-typed': (files) => ({ ...files, 'features/sign-in/breach.ts': "t('signIn.nothing' as never);" }),
};

function edit(files, path, place, text) {
  if (!place.test(files[path])) throw new Error(`The planted breach no longer finds its place in ${path}.`);
  return { ...files, [path]: files[path].replace(place, text) };
}

const files = readWindow();
const { faults, seen } = faultsIn(files);
for (const { rule, what } of faults) console.log(`${rule}: ${what}`);
const asleep = Object.keys(breaches).filter(
  (rule) => !faultsIn(breaches[rule](files)).faults.some((found) => found.rule === rule),
);
for (const rule of asleep) console.log(`${rule}: its planted breach was not found`);
console.log(
  `${faults.length} faults in ${seen} texts; ${Object.keys(breaches).length - asleep.length} planted breaches found`,
);
process.exitCode = faults.length > 0 || asleep.length > 0 || seen < fewestTexts ? 1 : 0;
