import './texts';

export { AuditLogPage } from './audit-log-page';
