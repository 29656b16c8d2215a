import { holds } from '@shared/permissions';
import { CircleQuestionMark, PanelLeft } from 'lucide-react';
import { Button as AriaButton, Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { keysOf } from '../core/commands';
import { useSignedIn } from '../core/session';
import { IconButton } from '../ui/icon-button';
import { KeyCap } from '../ui/key-cap';
import { Logo } from '../ui/logo';
import { Tooltip } from '../ui/tooltip';
import { toggleSidebar } from './fold-sidebar';
import { useKeySheet } from './key-sheet';
import { PersonMenu } from './person-menu';
import { places } from './places';
import styles from './sidebar.module.css';

/** The places of the window. In the rail, their names are tooltips of the same elements, so that folding keeps the focus. */
export function Sidebar({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  // Going where one is keeps what one searched for.
  const { pathname, search } = useLocation();
  const { role } = useSignedIn();
  return (
    <nav
      className={styles.sidebar}
      data-rail={rail || undefined}
      aria-label={t('panes.navigation')}
      data-pane
      tabIndex={-1}
    >
      <div className={styles.head}>
        {!rail && <Logo size={20} />}
        {!rail && <span className={styles.name}>Earshot</span>}
        <IconButton
          label={t('sidebar.fold')}
          keys={keysOf('sidebar')}
          size={rail ? 30 : 24}
          placement={rail ? 'right' : 'bottom'}
          onPress={toggleSidebar}
        >
          {rail ? <Logo size={20} /> : <PanelLeft size={16} strokeWidth={1.75} />}
        </IconButton>
      </div>
      <ul className={styles.places}>
        {places
          .filter(({ permission }) => holds(role.permissions, permission))
          .map(({ path, name, Icon }) => (
            <li key={path}>
              <Tooltip text={t(name)} placement="right" off={!rail}>
                <Focusable>
                  <NavLink
                    to={{ pathname: path, search: path === pathname ? search : '' }}
                    className={styles.entry ?? ''}
                    data-pane-focus
                  >
                    <Icon size={rail ? 18 : 16} strokeWidth={1.75} aria-hidden="true" />
                    <span className={rail ? 'visually-hidden' : undefined}>{t(name)}</span>
                  </NavLink>
                </Focusable>
              </Tooltip>
            </li>
          ))}
      </ul>
      <div className={styles.foot}>
        <HelpEntry rail={rail} />
        <div className={styles.person}>
          <PersonMenu rail={rail} />
        </div>
      </div>
    </nav>
  );
}

function HelpEntry({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const show = useKeySheet((sheet) => sheet.show);
  return (
    <Tooltip text={t('sidebar.help')} keys="F1" placement="right" off={!rail}>
      <AriaButton className={styles.entry ?? ''} onPress={show}>
        <CircleQuestionMark size={rail ? 18 : 16} strokeWidth={1.75} aria-hidden="true" />
        <span className={rail ? 'visually-hidden' : styles.grow}>{t('sidebar.help')}</span>
        {!rail && <KeyCap keys="F1" />}
      </AriaButton>
    </Tooltip>
  );
}
