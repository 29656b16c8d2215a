import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const alias = { '@shared': path('./shared') };

/**
 * What runs outside the page, as CommonJS: ESM-only packages are bundled in, so that the code floor
 * (Node 20.18 inside Electron 33) never has to `require` one. Native modules stay outside.
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
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/support/template.ts'],
    setupFiles: ['tests/support/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: 'forks',
    // Many tests wait for a disk or another process: no core is kept free.
    maxWorkers: '100%',
  },
});

/** A sandboxed preload can load nothing beside itself: one file, in a build of its own. */
const preload = defineConfig({
  resolve: { alias },
  build: {
    outDir: 'build/preload',
    target: 'node20',
    ssr: path('./electron/preload/index.ts'),
    rolldownOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: 'preload.cjs' } },
  },
});

const renderer = defineConfig({
  root: path('./renderer'),
  base: '/',
  resolve: { alias },
  plugins: [react()],
  build: {
    outDir: path('./build/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    sourcemap: false,
    assetsInlineLimit: 0,
  },
});

/** `vite build --mode node` builds main process, command line and threads, `--mode preload` and `renderer` the window. */
export default defineConfig(({ mode }) => ({ renderer, preload })[mode] ?? node);
