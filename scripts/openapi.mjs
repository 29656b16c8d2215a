import { writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { inRoot, root } from './setup/place.mjs';

/** `npm run openapi`: writes docs/openapi.json, the description that the service serves, formatted. */
const { module } = await runnerImport(inRoot('electron/service/resources/shell/openapi/described.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '@shared': inRoot('shared') } },
});
writeFileSync(inRoot('docs', 'openapi.json'), `${JSON.stringify(module.described(), null, 2)}\n`);
