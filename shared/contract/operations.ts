import * as calls from './calls';
import * as categories from './categories';
import * as health from './health';
import * as imports from './imports';
import * as openapi from './openapi';
import type { Operation } from './operation';
import * as quarantine from './quarantine';
import * as recoveryKit from './recovery-kit';
import * as sessions from './sessions';
import * as setup from './setup';

/** Every operation of the contract. Exported operations are collected automatically. */
export const operations: Operation[] = [
  calls,
  categories,
  health,
  imports,
  openapi,
  quarantine,
  recoveryKit,
  sessions,
  setup,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(
    (value): value is Operation => typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
  );
