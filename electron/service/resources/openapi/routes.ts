import { readDocs, readOpenApi } from '@shared/contract/openapi';
import { operations } from '@shared/contract/operations';
import { version } from '../../../../package.json';
import type { Service } from '../../context';
import { openApiOf } from '../../http/openapi';
import { docsPage } from './docs-page';

export function openApiRoutes({ handle }: Service): void {
  const described = openApiOf(operations, version);
  handle(readOpenApi, () => described);
  handle(readDocs, () => docsPage(operations, version));
}
