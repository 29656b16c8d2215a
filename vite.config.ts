import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const alias = { '@shared': path('./shared') };

const tests = ['tests/**/*.test.ts'];
/** The tests that replace a module, or globals, for everything that uses them. */
const replacing = [
  'tests/store/portable.test.ts',
  'tests/renderer/recorder-states.test.ts',
  'tests/main/api-door.test.ts',
  'tests/main/saving.test.ts',
  'tests/main/session.test.ts',
];

/**
 * Code that runs outside the page, as CommonJS. ESM-only packages are bundled, so that the oldest supported runtime
 * (Node 20.18 inside Electron 33) never has to `require` one. Native modules are external.
 */
const node = defineConfig({
  resolve: { alias, conditions: ['node'] },
  build: {
    outDir: 'build/node',
    target: 'node20',
    ssr: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: path('./electron/main/index.ts'),
        start: path('./electron/main/start.ts'),
        cli: path('./electron/cli/index.ts'),
        reader: path('./electron/service/threads/reader.ts'),
        writer: path('./electron/service/threads/writer.ts'),
        job: path('./electron/service/threads/job.ts'),
      },
      external: [
        'electron',
        'better-sqlite3',
        'keytar',
        ...builtinModules,
        ...builtinModules.map((name) => `node:${name}`),
      ],
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
    },
  },
  ssr: { noExternal: true, external: ['electron', 'better-sqlite3', 'keytar'] },
  test: {
    projects: [
      // Loading the modules again for each file took a tenth of the run. Tests share no state through them.
      { extends: true, test: { name: 'shared modules', isolate: false, include: tests, exclude: replacing } },
      { extends: true, test: { name: 'own modules', include: replacing } },
    ],
    globalSetup: ['tests/support/template.ts'],
    setupFiles: ['tests/support/seed.ts', 'tests/support/known-keys.ts', 'tests/support/rested-threads.ts'],
    // Only a test that fails or hangs waits this long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    // More than the cores, because many tests wait for another process. Percentages end at the number of cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});

/** A sandboxed preload cannot load other files, so it is built separately into one file. */
const preload = defineConfig({
  resolve: { alias },
  build: {
    outDir: 'build/preload',
    target: 'node20',
    ssr: path('./electron/preload/index.ts'),
    rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: 'preload.cjs' } },
  },
});

/** Without this, the React Compiler skips what it cannot compile in silence. `'use no memo'` leaves a function out. */
export const compilerOptions = { panicThreshold: 'all_errors' } as const;

/** Adds what the help pages show of the licences of others. */
const notices: Plugin = {
  name: 'notices',
  async generateBundle() {
    const { thirdPartyNotices } = await import(path('./scripts/setup/notices.mjs'));
    this.emitFile({ type: 'asset', fileName: 'notices.json', source: JSON.stringify(thirdPartyNotices()) });
  },
};

const renderer = defineConfig({
  root: path('./renderer'),
  base: '/',
  resolve: { alias },
  // The React Compiler remembers what each component renders: selecting a call renders the parts that show it, not the page.
  plugins: [react(), babel({ presets: [reactCompilerPreset(compilerOptions)] }), notices],
  build: {
    outDir: path('./build/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Chunks can import each other in a circle, and a module must not run before what it imports.
        strictExecutionOrder: true,
        // Without the names of every page that shares it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        // A page had 150 files, and each is a request that the main process answers.
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000, priority: 1 },
          ],
        },
      },
    },
  },
});

/**
 * `vite build --mode node` builds the main process, the command line and the threads; `--mode preload` and `renderer`
 * build the window.
 */
export default defineConfig(({ mode }) => ({ renderer, preload })[mode] ?? node);
