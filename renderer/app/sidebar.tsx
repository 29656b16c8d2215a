import { CircleQuestionMark, Headphones, PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { IconButton } from '../ui/icon-button';
import { KeyCap } from '../ui/key-cap';
import { Logo } from '../ui/logo';
import { Tooltip } from '../ui/tooltip';
import { keysOf } from './commands';
import { useKeySheet } from './key-sheet';
import { toggleSidebar } from './layout';
import { PersonMenu } from './person-menu';
import styles from './sidebar.module.css';

/** Where one can go. Only what exists and the role may see stands here. */
export function Sidebar({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  // Going where one is keeps what one searched for.
  const { search } = useLocation();
  return (
    <nav
      className={styles.sidebar}
      data-rail={rail || undefined}
      aria-label={t('panes.navigation')}
      data-pane
      tabIndex={-1}
    >
      <div className={styles.head}>
        {rail ? (
          <IconButton
            label={t('sidebar.fold')}
            keys={keysOf('sidebar')}
            size={30}
            placement="right"
            onPress={toggleSidebar}
          >
            <Logo size={20} />
          </IconButton>
        ) : (
          <>
            <Logo size={20} />
            <span className={styles.name}>Earshot</span>
            <IconButton label={t('sidebar.fold')} keys={keysOf('sidebar')} size={24} onPress={toggleSidebar}>
              <PanelLeft size={16} strokeWidth={1.75} />
            </IconButton>
          </>
        )}
      </div>
      <ul className={styles.places}>
        <li>
          <Named rail={rail} name={t('sidebar.review')}>
            <NavLink to={{ pathname: '/review', search }} className={styles.entry ?? ''} data-pane-focus>
              <Headphones size={rail ? 18 : 16} strokeWidth={1.75} aria-hidden="true" />
              <span className={rail ? 'visually-hidden' : undefined}>{t('sidebar.review')}</span>
            </NavLink>
          </Named>
        </li>
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

/** In the rail the name is a tooltip. */
const Named = ({ rail, name, children }: { rail: boolean; name: string; children: ReactNode }) =>
  rail ? (
    <Tooltip text={name} placement="right">
      <Focusable>{children as never}</Focusable>
    </Tooltip>
  ) : (
    children
  );

function HelpEntry({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const show = useKeySheet((sheet) => sheet.show);
  const button = (
    <AriaButton className={styles.entry ?? ''} onPress={show}>
      <CircleQuestionMark size={rail ? 18 : 16} strokeWidth={1.75} aria-hidden="true" />
      <span className={rail ? 'visually-hidden' : styles.grow}>{t('sidebar.help')}</span>
      {!rail && <KeyCap keys="F1" />}
    </AriaButton>
  );
  return rail ? (
    <Tooltip text={t('sidebar.help')} keys="F1" placement="right">
      {button}
    </Tooltip>
  ) : (
    button
  );
}
