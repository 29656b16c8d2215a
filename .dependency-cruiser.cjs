/** The allowed directions of imports (docs/architecture.md). scripts/check-imports.mjs plants a breach of each rule. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const service = (part) => `^electron/service/${part}`;
const resource = '^electron/service/resources/([^/]+)/';

module.exports = {
  forbidden: [
    only('no-cycles', 'Two files that need each other are one.', {}, { circular: true }),
    only(
      'shared-on-zod',
      'The contract stands on zod alone.',
      { path: '^shared/' },
      { pathNot: ['^shared/', '/zod/'] },
    ),
    only('window-not-main', 'The window knows the contract only.', { path: '^renderer/' }, { path: '^electron/' }),
    only(
      'main-not-window',
      'What runs outside the page knows no page.',
      { path: '^electron/' },
      { path: '^renderer/' },
    ),
    only(
      'service-knows-no-electron',
      'It runs headless.',
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
      'They run without it, also through what they import.',
      { path: '^electron/cli/' },
      { path: ['^electron$', 'node_modules/(electron|electron-33-types|electron-store)/'], reachable: true },
    ),
    only(
      'depth-1',
      'Store, audio and vault stand on refusal alone.',
      { path: service('(store|audio|vault)/') },
      { path: service('(access|http|jobs|resources|threads|context|service)') },
    ),
    only(
      'store-alone',
      'Store, audio and vault do not know one another.',
      { path: service('store/') },
      { path: service('(audio|vault)/') },
    ),
    only(
      'audio-alone',
      'Store, audio and vault do not know one another.',
      { path: service('audio/') },
      { path: service('(store|vault)/') },
    ),
    only(
      'vault-alone',
      'Store, audio and vault do not know one another.',
      { path: service('vault/') },
      { path: service('(store|audio)/') },
    ),
    only(
      'depth-2',
      'Access is below http and jobs.',
      { path: service('access/') },
      { path: service('(http|jobs|resources|threads|context|service)') },
    ),
    only(
      'depth-3',
      'http and jobs are below the resources.',
      { path: service('(http|jobs)/') },
      { path: service('(resources|threads|context|service)') },
    ),
    only(
      'below-resources',
      'What resources are given does not grow with them.',
      { path: '^electron/service/[^/]+\\.ts$', pathNot: service('service\\.ts$') },
      { path: service('resources/') },
    ),
    only(
      'resource-by-its-index',
      'A resource uses another through its index.',
      { path: resource },
      { path: '^electron/service/resources/[^/]+/', pathNot: ['^electron/service/resources/$1/', '/index\\.ts$'] },
    ),
    only(
      'sqlite-in-its-place',
      'Only the store opens the database.',
      { path: '^electron/', pathNot: service('store/') },
      { path: 'node_modules/better-sqlite3/' },
    ),
    only('queries-know-no-http', 'SQL and HTTP do not meet.', { path: '/queries\\.ts$' }, { path: service('http/') }),
    only(
      'feature-by-its-index',
      'A feature uses another through its index.',
      { path: '^renderer/features/([^/]+)/' },
      { path: '^renderer/features/[^/]+/', pathNot: ['^renderer/features/$1/', '/index\\.tsx?$'] },
    ),
    only(
      'keys-in-their-place',
      'The keys of what the cache holds are declared once, by collection.',
      { path: '^renderer/', pathNot: '^renderer/api/cache/' },
      { path: '^renderer/api/cache/key\\.ts$' },
    ),
    only(
      'features-below-app',
      'What features share lies below them, in core.',
      { path: '^renderer/features/' },
      { path: '^renderer/(app/|main)' },
    ),
    only(
      'core-below-features',
      'What features share knows none of them.',
      { path: '^renderer/core/' },
      { path: '^renderer/(features|app|form|list)/' },
    ),
    only(
      'kits-know-no-feature',
      'Forms and lists are made for every feature.',
      { path: '^renderer/(form|list)/' },
      { path: '^renderer/(features|app)/' },
    ),
    only(
      'ui-knows-no-feature',
      'The parts know nothing of what is built from them.',
      { path: '^renderer/ui/' },
      { path: '^renderer/(features|app|form|list|core|api)/' },
    ),
    only(
      'words-below-parts',
      'Words and formats need no part of the window.',
      { path: '^renderer/i18n/' },
      { path: '^renderer/(ui|core|form|list|features|app)/' },
    ),
    only(
      'api-at-the-bottom',
      'Asking the service needs nothing else of the window.',
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
