import type { AuditEntry } from '@shared/contract/audit-log';
import { type AuditDoor, auditDoors } from '@shared/contract/audited';
import { AppWindow, Cog, Link2, type LucideIcon, Plug, SquareTerminal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import styles from './door.module.css';

const icons: Record<AuditDoor, LucideIcon> = {
  window: AppWindow,
  api: Plug,
  signed_link: Link2,
  command_line: SquareTerminal,
  earshot: Cog,
};

/** The doors, to choose one by. */
export function useDoors(): { id: AuditDoor; name: string }[] {
  const { t } = useTranslation();
  return auditDoors.map((id) => ({ id, name: t(`audit.doors.${id}`) }));
}

/** The door of an entry. Older entries have it only in the details of refusals and sign-ins. */
export function Door({ door, details }: AuditEntry) {
  const { t } = useTranslation();
  const known = door ?? ({ app: 'window', tcp: 'api' } as const)[String(details.door)];
  if (!known) return null;
  return (
    <span className={styles.door}>
      <Icon of={icons[known]} />
      {t(`audit.doors.${known}`)}
    </span>
  );
}
