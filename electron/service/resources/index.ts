import type { Service } from '../context';
import { auditLogRoutes } from './audit-log/routes';
import { backupRoutes } from './backups/routes';
import { callAgentRoutes } from './calls/agents/routes';
import { callChangeRoutes } from './calls/changes/routes';
import { fileRoutes } from './calls/files/routes';
import { noteRoutes } from './calls/notes/routes';
import { removalRoutes } from './calls/removal/routes';
import { callRoutes } from './calls/routes';
import { categoryRoutes } from './categories/routes';
import { clientRoutes } from './clients/routes';
import { customFieldRoutes } from './custom-fields/routes';
import { encryptKeyRoutes } from './encrypt-keys/routes';
import { evaluationFormRoutes } from './evaluation/forms/routes';
import { evaluationReportRoutes } from './evaluation/reports/routes';
import { evaluationSampleRoutes } from './evaluation/samples/routes';
import { callScoreRoutes } from './evaluation/scores/routes';
import { eventRoutes } from './events/routes';
import { groupRoutes } from './groups/routes';
import { healthRoutes } from './health/routes';
import { importRoutes } from './imports/routes';
import { masterKeyRoutes } from './master-key/routes';
import { openApiRoutes } from './openapi/routes';
import { pushRoutes } from './pushes/routes';
import { quarantineRoutes } from './quarantine/routes';
import { recordingRoutes } from './recordings/routes';
import { recoveryKitRoutes } from './recovery-kits/routes';
import { reportFigureRoutes } from './reports/figures/routes';
import { reportRoutes } from './reports/routes';
import { reportRunRoutes } from './reports/runs/routes';
import { requestRoutes } from './requests/routes';
import { rewrapRoutes } from './rewraps/routes';
import { roleRoutes } from './roles/routes';
import { savedSearchRoutes } from './saved-searches/routes';
import { sessionRoutes } from './sessions/routes';
import { settingsRoutes } from './settings/routes';
import { setupRoutes } from './setup/routes';
import { signedUrlRoutes } from './signed-urls/routes';
import { tenantRoutes } from './tenants/routes';
import { licenceRoutes } from './users/licences/routes';
import { userRoutes } from './users/routes';
import { secondFactorRoutes } from './users/second-factor/routes';
import { tokenRoutes } from './users/tokens/routes';

/**
 * Every resource of the API. Each function binds the operations of one resource to their rules. The resources start in
 * this order, and close in the reverse one.
 */
export const resources: readonly ((service: Service) => void)[] = [
  healthRoutes,
  openApiRoutes,
  setupRoutes,
  sessionRoutes,
  recoveryKitRoutes,
  masterKeyRoutes,
  removalRoutes,
  auditLogRoutes,
  backupRoutes,
  // Before the reading of a call by its id.
  callAgentRoutes,
  callRoutes,
  callChangeRoutes,
  categoryRoutes,
  clientRoutes,
  customFieldRoutes,
  encryptKeyRoutes,
  // Before the quarantine, which would keep the surplus files of a crash.
  rewrapRoutes,
  evaluationFormRoutes,
  evaluationReportRoutes,
  evaluationSampleRoutes,
  callScoreRoutes,
  eventRoutes,
  fileRoutes,
  groupRoutes,
  importRoutes,
  licenceRoutes,
  noteRoutes,
  pushRoutes,
  quarantineRoutes,
  recordingRoutes,
  reportRoutes,
  reportFigureRoutes,
  reportRunRoutes,
  requestRoutes,
  roleRoutes,
  savedSearchRoutes,
  secondFactorRoutes,
  settingsRoutes,
  signedUrlRoutes,
  tenantRoutes,
  tokenRoutes,
  userRoutes,
];
