import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDocs, readDocsScript, readDocsStart, readOpenApi } from '@shared/contract/openapi';
import type { Service } from '../../../context';
import { Finished } from '../../../http/answers';
import { described } from './described';
import { docsPage, docsStart, script } from './docs-page';
import { kept } from './kept';

export function openApiRoutes({ handle, programFolder }: Service): void {
  // Built on first request, so that a start does not wait for it, and kept as the bytes that are sent.
  let description: ReturnType<typeof kept> | undefined;
  handle(readOpenApi, ({ request }) => {
    description ??= kept(Buffer.from(JSON.stringify(described())), 'application/json');
    return new Finished(description(request));
  });
  handle(readDocs, docsPage);
  handle(readDocsStart, ({ request }) => docsStart(request));
  handle(readDocsScript, async ({ request }) => {
    const answer = script(new Uint8Array(await readFile(join(programFolder, 'docs', 'reference.js'))));
    return answer(request);
  });
}
