import type { AuditDoor } from '@shared/contract/audited';

/** The way of a request into the service: over TCP, or from the window. */
export type Door = 'tcp' | 'app';

/** A door as the audit log names it. */
export const auditDoorOf: Record<Door, AuditDoor> = { tcp: 'api', app: 'window' };
