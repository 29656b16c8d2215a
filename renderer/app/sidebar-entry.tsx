import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Icon } from '../ui/icon';
import { Tooltip } from '../ui/tooltip';
import styles from './sidebar.module.css';

type Props = {
  to: string;
  name: string;
  icon: LucideIcon;
  rail: boolean;
  onGo?: () => void;
  /** Leads back from administration. */
  back?: boolean;
  /** A figure at the end. */
  children?: ReactNode;
};

/** A link of the sidebar. In the rail, its name is a tooltip. */
export function SidebarEntry({ to, name, icon, rail, onGo, back = false, children }: Props) {
  const { t } = useTranslation();
  const label = back ? t('sidebar.back') : name;
  return (
    <li>
      <Tooltip text={label} placement="right" off={!rail && !back}>
        <Focusable>
          <NavLink
            to={to}
            className={styles.entry ?? ''}
            data-pane-focus
            data-back={back || undefined}
            aria-label={back ? label : undefined}
            onClick={onGo}
          >
            <Icon of={icon} size={rail ? 18 : 16} />
            <span className={rail ? 'visually-hidden' : styles.grow}>{name}</span>
            {children}
          </NavLink>
        </Focusable>
      </Tooltip>
    </li>
  );
}
