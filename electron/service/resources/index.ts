import type { Service } from '../context';
import { callAgentRoutes } from './calls/calls/agents/routes';
import { callChangeRoutes } from './calls/calls/changes/routes';
import { fileRoutes } from './calls/calls/files/routes';
import { noteRoutes } from './calls/calls/notes/routes';
import { removalRoutes } from './calls/calls/removal/routes';
import { callRoutes } from './calls/calls/routes';
import { talkRoutes } from './calls/calls/talk/routes';
import { categoryRoutes } from './calls/categories/routes';
import { clientRoutes } from './calls/clients/routes';
import { customFieldRoutes } from './calls/custom-fields/routes';
import { rewrapRoutes } from './calls/rewraps/routes';
import { savedSearchRoutes } from './calls/saved-searches/routes';
import { signedUrlRoutes } from './calls/signed-urls/routes';
import { packageRoutes } from './exchange/packages/routes';
import { calibrationRoutes } from './judgement/calibrations/routes';
import { evaluationFormRoutes } from './judgement/evaluation/forms/routes';
import { evaluationReportRoutes } from './judgement/evaluation/reports/routes';
import { evaluationSampleRoutes } from './judgement/evaluation/samples/routes';
import { callScoreRoutes } from './judgement/evaluation/scores/routes';
import { noticeRoutes } from './judgement/notices/routes';
import { evaluationPlanRoutes } from './judgement/plans/routes';
import { reportFigureRoutes } from './judgement/reports/figures/routes';
import { reportRoutes } from './judgement/reports/routes';
import { reportRunRoutes } from './judgement/reports/runs/routes';
import { encryptKeyRoutes } from './keys/encrypt-keys/routes';
import { masterKeyRoutes } from './keys/master-key/routes';
import { recoveryKitRoutes } from './keys/recovery-kits/routes';
import { groupRoutes } from './people/groups/routes';
import { roleRoutes } from './people/roles/routes';
import { sessionRoutes } from './people/sessions/routes';
import { tenantRoutes } from './people/tenants/routes';
import { licenceRoutes } from './people/users/licences/routes';
import { userRoutes } from './people/users/routes';
import { secondFactorRoutes } from './people/users/second-factor/routes';
import { tokenRoutes } from './people/users/tokens/routes';
import { auditLogRoutes } from './shell/audit-log/routes';
import { eventRoutes } from './shell/events/routes';
import { healthRoutes } from './shell/health/routes';
import { openApiRoutes } from './shell/openapi/routes';
import { programRoutes } from './shell/program/routes';
import { requestRoutes } from './shell/requests/routes';
import { webhookRoutes } from './shell/webhooks/routes';
import { backupRoutes } from './site/backups/routes';
import { settingsRoutes } from './site/settings/routes';
import { setupRoutes } from './site/setup/routes';
import { importRoutes } from './sources/imports/routes';
import { watchFolderRoutes } from './sources/imports/watch/routes';
import { importPresetRoutes } from './sources/presets/routes';
import { pushRoutes } from './sources/pushes/routes';
import { quarantineRoutes } from './sources/quarantine/routes';
import { recordingRoutes } from './sources/recordings/routes';

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
  talkRoutes,
  callChangeRoutes,
  categoryRoutes,
  clientRoutes,
  customFieldRoutes,
  encryptKeyRoutes,
  // Before the quarantine, which would keep the surplus files of a crash.
  rewrapRoutes,
  calibrationRoutes,
  evaluationPlanRoutes,
  evaluationFormRoutes,
  evaluationReportRoutes,
  evaluationSampleRoutes,
  callScoreRoutes,
  eventRoutes,
  fileRoutes,
  groupRoutes,
  importPresetRoutes,
  importRoutes,
  licenceRoutes,
  noteRoutes,
  noticeRoutes,
  packageRoutes,
  programRoutes,
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
  watchFolderRoutes,
  webhookRoutes,
];
