import { readDocs, readOpenApi } from '@shared/contract/openapi';
import { operations } from '@shared/contract/operations';
import { version } from '../../../../package.json';
import type { Service } from '../../context';
import { described } from './described';
import { docsPage } from './docs-page';

export function openApiRoutes({ handle }: Service): void {
  // Built on first request, so that a start does not wait for it.
  let built: ReturnType<typeof described> | undefined;
  handle(readOpenApi, () => {
    built ??= described();
    return built;
  });
  handle(readDocs, () => docsPage(operations, version));
}
