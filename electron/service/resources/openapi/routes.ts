import { readOpenApi } from '@shared/contract/openapi';
import { operations } from '@shared/contract/operations';
import { version } from '../../../../package.json';
import type { Service } from '../../context';
import { openApiOf } from '../../http/openapi';

export function openApiRoutes({ handle }: Service): void {
  const described = openApiOf(operations, version);
  handle(readOpenApi, () => described);
}
