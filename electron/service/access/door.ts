import type { AuditDoor } from '@shared/contract/audited';

/** The door through which a request entered: TCP, or the window. */
export type Door = 'tcp' | 'app';

/** A door as the audit log names it. */
export const auditDoorOf: Record<Door, AuditDoor> = { tcp: 'api', app: 'window' };
