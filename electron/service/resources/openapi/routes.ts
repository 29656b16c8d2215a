import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocs, readDocsScript, readDocsStart, readOpenApi } from '@shared/contract/openapi';
import type { Service } from '../../context';
import { described } from './described';
import { docsPage, docsStart, script } from './docs-page';

export function openApiRoutes({ handle, docsFolder }: Service): void {
  // Built on first request, so that a start does not wait for it.
  let built: ReturnType<typeof described> | undefined;
  handle(readOpenApi, () => {
    built ??= described();
    return built;
  });
  handle(readDocs, docsPage);
  handle(readDocsStart, ({ request }) => docsStart(request));
  handle(readDocsScript, async ({ request }) =>
    script(request, new Uint8Array(await readFile(join(docsFolder, 'reference.js')))),
  );
}
