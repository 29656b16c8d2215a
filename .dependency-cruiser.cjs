/** The allowed directions of imports (docs/architecture.md). scripts/check-imports.mjs plants a breach of each rule. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const service = (part) => `^electron/service/${part}`;
const resource = '^electron/service/resources/([^/]+/[^/]+)/';

/** The floors of the resources, from the lowest: each may import those before it. Two stand side by side. */
const floors = [['people'], ['keys'], ['site'], ['calls'], ['sources', 'judgement'], ['exchange'], ['shell']];
const floorRules = floors.slice(0, -1).flatMap((level, at) =>
  level.map((floor) => {
    const others = floors
      .slice(at)
      .flat()
      .filter((other) => other !== floor);
    return only(
      `floor-${floor}`,
      `The floor ${floor} of the resources may not import ${others.join(', ')}: let the lower resource run a hook that the upper one adds to.`,
      { path: service(`resources/${floor}/`) },
      { path: service(`resources/(${others.join('|')})/`) },
    );
  }),
);

module.exports = {
  forbidden: [
    only(
      'no-cycles',
      'Two files may not need each other: merge them, or move what both need to a third file.',
      {},
      { circular: true },
    ),
    only(
      'shared-on-zod',
      'shared/ may import only zod: move code that needs more to electron/ or renderer/.',
      { path: '^shared/' },
      { pathNot: ['^shared/', '/zod/'] },
    ),
    only(
      'window-not-main',
      'renderer/ may not import electron/: move what both need to shared/, or call an operation of the API.',
      { path: '^renderer/' },
      { path: '^electron/' },
    ),
    only(
      'main-not-window',
      'electron/ may not import renderer/: move what both need to shared/.',
      { path: '^electron/' },
      { path: '^renderer/' },
    ),
    only(
      'service-knows-no-electron',
      'electron/service/ may not import Electron, the keychain or the settings: pass in what it needs from main or cli.',
      { path: service('') },
      {
        path: [
          '^electron$',
          'node_modules/(electron|electron-33-types|electron-store|keytar|@github/keytar)/',
          '^electron/(main|preload|cli)/',
        ],
      },
    ),
    only(
      'commands-know-no-electron',
      'Commands run without Electron: split the file that imports it, so that cli/ reaches only the part without.',
      { path: '^electron/cli/' },
      { path: ['^electron$', 'node_modules/(electron|electron-33-types|electron-store)/'], reachable: true },
    ),
    only(
      'depth-1',
      'store/, audio/ and vault/ may not import what is above them: pass in what they need, or move the code to access/ or above.',
      { path: service('(store|audio|vault)/') },
      { path: service('(access|http|jobs|resources|threads|context|service)') },
    ),
    only(
      'store-alone',
      'store/ may not import audio/ or vault/: pass in what it needs, or combine them in a resource.',
      { path: service('store/') },
      { path: service('(audio|vault)/') },
    ),
    only(
      'audio-alone',
      'audio/ may not import store/ or vault/: pass in what it needs, or combine them in a resource.',
      { path: service('audio/') },
      { path: service('(store|vault)/') },
    ),
    only(
      'vault-alone',
      'vault/ may not import store/ or audio/: pass in what it needs, or combine them in a resource.',
      { path: service('vault/') },
      { path: service('(store|audio)/') },
    ),
    only(
      'depth-2',
      'access/ may not import http/, jobs/ or resources/: pass in what it needs, or move the code up.',
      { path: service('access/') },
      { path: service('(http|jobs|resources|threads|context|service)') },
    ),
    only(
      'depth-3',
      'http/ and jobs/ may not import resources/: pass in what they need, or move the code to a resource.',
      { path: service('(http|jobs)/') },
      { path: service('(resources|threads|context|service)') },
    ),
    only(
      'below-resources',
      'Only service.ts may import resources/: register the code as a part of its resource instead.',
      { path: '^electron/service/[^/]+\\.ts$', pathNot: service('service\\.ts$') },
      { path: service('resources/') },
    ),
    only(
      'resource-by-its-index',
      'Import another resource through its index.ts, and export there what you need.',
      { path: resource },
      {
        path: '^electron/service/resources/[^/]+/[^/]+/',
        pathNot: ['^electron/service/resources/$1/', '/index\\.ts$'],
      },
    ),
    ...floorRules,
    only(
      'on-a-floor',
      'Each resource stands on a floor: move its folder into one of those.',
      { path: service(`resources/(?!(${floors.flat().join('|')})/)[^/]+/`) },
      {},
    ),
    only(
      'sqlite-in-its-place',
      'Only store/ may import better-sqlite3: declare a query or a change in queries.ts.',
      { path: '^electron/', pathNot: service('store/') },
      { path: 'node_modules/better-sqlite3/' },
    ),
    only(
      'queries-know-no-http',
      'queries.ts may not import http/: return plain data or throw a Refusal, and let routes.ts answer.',
      { path: '[/.]queries\\.ts$' },
      { path: service('http/') },
    ),
    only(
      'feature-by-its-index',
      'Import another feature through its index.ts, and export there what you need.',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/[^/]+/', pathNot: ['^renderer/features/$1/', '/index\\.tsx?$'] },
    ),
    only(
      'keys-in-their-place',
      'Keys of the cache are created only in renderer/api/cache/: add the key to the file of its collection.',
      { path: '^renderer/', pathNot: '^renderer/api/cache/' },
      { path: '^renderer/api/cache/key\\.ts$' },
    ),
    only(
      'features-below-app',
      'Features may not import app/: move what they share to core/.',
      { path: '^renderer/features/' },
      { path: '^renderer/(app/|main)' },
    ),
    only(
      'core-below-features',
      'core/ may not import features/, app/, form/ or list/: move the code to a feature, or pass it in.',
      { path: '^renderer/core/' },
      { path: '^renderer/(features|app|form|list)/' },
    ),
    only(
      'kits-know-no-feature',
      'form/ and list/ may not import features/ or app/: pass in what a feature needs as a property.',
      { path: '^renderer/(form|list)/' },
      { path: '^renderer/(features|app)/' },
    ),
    only(
      'ui-knows-no-feature',
      'ui/ may not import other parts of the window: pass in what they need as properties.',
      { path: '^renderer/ui/' },
      { path: '^renderer/(features|app|form|list|core|api)/' },
    ),
    only(
      'words-below-parts',
      'i18n/ may not import parts of the window: move the code that needs them to core/ or a feature.',
      { path: '^renderer/i18n/' },
      { path: '^renderer/(ui|core|form|list|features|app)/' },
    ),
    only(
      'api-at-the-bottom',
      'api/ may not import other parts of the window: move the code that needs them to core/ or a feature.',
      { path: '^renderer/api/' },
      { path: '^renderer/(i18n|ui|core|form|list|features|app)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no compiler API, and without another parser the check would see nothing and pass.
    parser: 'swc',
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'] },
    moduleSystems: ['es6', 'cjs'],
  },
};
