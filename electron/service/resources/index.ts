import type { Service } from '../context';
import { fileRoutes } from './calls/files/routes';
import { callRoutes } from './calls/routes';
import { categoryRoutes } from './categories/routes';
import { healthRoutes } from './health/routes';
import { importRoutes } from './imports/routes';
import { openApiRoutes } from './openapi/routes';
import { quarantineRoutes } from './quarantine/routes';
import { recoveryKitRoutes } from './recovery-kits/routes';
import { sessionRoutes } from './sessions/routes';
import { setupRoutes } from './setup/routes';

/** Every resource of the API. Each function binds the operations of one resource to their rules. */
export const resources: readonly ((service: Service) => void)[] = [
  healthRoutes,
  openApiRoutes,
  setupRoutes,
  sessionRoutes,
  recoveryKitRoutes,
  callRoutes,
  categoryRoutes,
  fileRoutes,
  importRoutes,
  quarantineRoutes,
];
