import type { AuditDoor } from '@shared/contract/audited';

/** The door through which a request entered: TCP, the window, or a command of the owner of the data folder. */
export type Door = 'tcp' | 'app' | 'command';

/** A door as the audit log names it. */
export const auditDoorOf: Record<Door, AuditDoor> = { tcp: 'api', app: 'window', command: 'command_line' };
