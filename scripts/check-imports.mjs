import { appendFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import swc from '@swc/core';
import { inRoot, root } from './setup/place.mjs';

const require = createRequire(import.meta.url);

const fewestModules = 100;

/** One wrong import per rule. The check fails unless each of them is found. */
const breaches = {
  'no-cycles': {
    'electron/service/audio/breach.ts': "import './breach-2';",
    'electron/service/audio/breach-2.ts': "import './breach';",
  },
  'shared-on-zod': { 'shared/breach.ts': "import 'react';" },
  'window-not-main': { 'renderer/breach.ts': "import '../electron/service/refusal';" },
  'main-not-window': { 'electron/service/breach.ts': "import '../../renderer/main';" },
  'service-knows-no-electron': { 'electron/service/breach.ts': "import 'keytar';" },
  'commands-know-no-electron': { 'electron/cli/breach.ts': "import '../main/settings';" },
  'depth-1': { 'electron/service/store/breach.ts': "import '../access/actor';" },
  'store-alone': { 'electron/service/store/breach.ts': "import '../vault/sealed';" },
  'audio-alone': { 'electron/service/audio/breach.ts': "import '../vault/sealed';" },
  'vault-alone': { 'electron/service/vault/breach.ts': "import '../store/query';" },
  'depth-2': { 'electron/service/access/breach.ts': "import '../http/answers';" },
  'depth-3': { 'electron/service/http/breach.ts': "import '../resources/site/settings';" },
  'below-resources': { 'electron/service/breach.ts': "import './resources/site/settings';" },
  'resource-by-its-index': {
    'electron/service/resources/shell/health/breach.ts': "import '../../calls/calls/rules';",
  },
  'floor-people': { 'electron/service/resources/people/breach/floor.ts': "import '../../keys/encrypt-keys';" },
  'floor-keys': { 'electron/service/resources/keys/breach/floor.ts': "import '../../site/settings';" },
  'floor-site': { 'electron/service/resources/site/breach/floor.ts': "import '../../calls/categories';" },
  'floor-calls': { 'electron/service/resources/calls/breach/floor.ts': "import '../../judgement/evaluation';" },
  'floor-sources': { 'electron/service/resources/sources/breach/floor.ts': "import '../../judgement/evaluation';" },
  'floor-exchange': { 'electron/service/resources/exchange/breach/floor.ts': "import '../../shell/events/follow';" },
  'floor-judgement': { 'electron/service/resources/judgement/breach/floor.ts': "import '../../sources/imports';" },
  'no-resource-cycles': {
    'electron/service/resources/people/breach-1/index.ts': '',
    'electron/service/resources/people/breach-1/breach.ts': "import '../breach-2';",
    'electron/service/resources/people/breach-2/index.ts': '',
    'electron/service/resources/people/breach-2/breach.ts': "import '../breach-1';",
  },
  'no-feature-cycles': {
    'renderer/features/breach-1/index.ts': '',
    'renderer/features/breach-1/breach.ts': "import '../breach-2';",
    'renderer/features/breach-2/index.ts': '',
    'renderer/features/breach-2/breach.ts': "import '../breach-1';",
  },
  'on-a-floor': { 'electron/service/resources/breach/queries.ts': "import '../../refusal';" },
  'sqlite-in-its-place': { 'electron/service/http/breach.ts': "import 'better-sqlite3';" },
  'queries-know-no-http': {
    'electron/service/resources/people/breach/queries.ts': "import '../../../http/answers';",
  },
  'feature-by-its-index': { 'renderer/features/breach/breach.ts': "import '../player/sound';" },
  'keys-in-their-place': { 'renderer/features/breach/breach-3.ts': "import { keysOf } from '../../api/cache/key';" },
  'features-below-app': { 'renderer/features/breach/breach-2.ts': "import '../../app/places';" },
  'core-below-features': { 'renderer/core/breach.ts': "import '../features/player';" },
  'kits-know-no-feature': { 'renderer/list/breach.ts': "import '../features/player';" },
  'words-below-parts': { 'renderer/i18n/breach.ts': "import '../ui/button';" },
  'api-at-the-bottom': { 'renderer/api/breach.ts': "import '../core/session';" },
  'ui-knows-no-feature': { 'renderer/ui/breach.ts': "import '../features/player';" },
};

// dependency-cruiser 17 parses every file as plain TypeScript, which makes JSX a syntax error.
const { parseFileSync } = swc;
swc.parseFileSync = /** @type {typeof parseFileSync} */ (
  (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') })
);
const { cruise: walk } = await import('dependency-cruiser');

const folders = ['electron', 'renderer', 'shared'];

/** Runs dependency-cruiser on the folders below `base`. Returns the violations, and how many of our modules it saw. */
async function cruise(base) {
  process.chdir(base);
  const config = /** @type {import('dependency-cruiser').IConfiguration} */ (require('../.dependency-cruiser.cjs'));
  const { forbidden, options } = config;
  const result = await walk(folders, { ...options, validate: true, ruleSet: { forbidden } });
  const output = /** @type {import('dependency-cruiser').ICruiseResult} */ (result.output);
  const own = output.modules.filter(({ source }) => /^(electron|renderer|shared)\//.test(source));
  const cycles = folderCycles(own).map(([from, to]) => ({
    rule: { name: from.startsWith('renderer') ? 'no-feature-cycles' : 'no-resource-cycles' },
    from,
    to,
  }));
  return { violations: [...output.summary.violations, ...cycles], seen: own.length };
}

/** The folder of a resource or of a feature, which no other one that it needs may need. */
const folderOf = (path) => path.match(/^(electron\/service\/resources\/[^/]+\/[^/]+|renderer\/features\/[^/]+)\//)?.[1];

/**
 * The imports between folders that are part of a cycle, although no two files need each other.
 * @param {import('dependency-cruiser').IModule[]} modules
 */
function folderCycles(modules) {
  /** @type {Map<string, Set<string>>} */
  const needs = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const others = dependencies.map(({ resolved }) => folderOf(resolved)).filter((to) => to && to !== from);
    if (from) needs.set(from, new Set([...(needs.get(from) ?? []), ...others]));
  }
  const reached = (from, seen = new Set()) => {
    for (const to of needs.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return [...needs].flatMap(([from, all]) => [...all].filter((to) => reached(to).has(from)).map((to) => [from, to]));
}

/**
 * The rules that do not find their planted breach. Runs in a copy, because other checks read the tree at the same time.
 */
async function sleepingRules() {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-imports-')));
  try {
    for (const part of [...folders, 'tsconfig.json']) cpSync(inRoot(part), join(copy, part), { recursive: true });
    symlinkSync(inRoot('node_modules'), join(copy, 'node_modules'), 'junction');
    for (const [path, text] of Object.values(breaches).flatMap(Object.entries)) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      appendFileSync(join(copy, path), `${text}\n`);
    }
    const awake = new Set((await cruise(copy)).violations.map(({ rule }) => rule.name));
    return Object.keys(breaches).filter((rule) => !awake.has(rule));
  } finally {
    process.chdir(root);
    rmSync(copy, { recursive: true, force: true });
  }
}

const { violations, seen } = await cruise(root);
for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}`);
const asleep = await sleepingRules();
for (const rule of asleep) console.log(`${rule}: its planted breach was not found`);
console.log(
  `${violations.length} violations in ${seen} modules; ${Object.keys(breaches).length - asleep.length} planted breaches found`,
);
process.exitCode = violations.length > 0 || asleep.length > 0 || seen < fewestModules ? 1 : 0;
