import { readDocs, readOpenApi } from '@shared/contract/openapi';
import { operations } from '@shared/contract/operations';
import { version } from '../../../../package.json';
import type { Service } from '../../context';
import { openApiOf } from '../../http/openapi';
import { docsPage } from './docs-page';

export function openApiRoutes({ handle }: Service): void {
  // Built on first request, so that a start does not wait for it.
  let described: ReturnType<typeof openApiOf> | undefined;
  handle(readOpenApi, () => {
    described ??= openApiOf(operations, version);
    return described;
  });
  handle(readDocs, () => docsPage(operations, version));
}
