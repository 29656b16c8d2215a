import {
  ArrowLeft,
  ChevronsUpDown,
  CircleQuestionMark,
  KeyRound,
  LifeBuoy,
  LogOut,
  PanelLeft,
  Settings,
  SlidersHorizontal,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { create } from 'zustand';
import { usePreferences } from '../core/preferences';
import { runCommand } from '../core/run-command';
import { useHolds, useSignedIn } from '../core/session';
import { useKeysOf } from '../core/shortcuts';
import { useCommandText } from '../core/use-command-text';
import { useToAcknowledge, useWaitingCount } from '../features/assignments';
import { NoticeBell } from '../features/notices';
import { RecoveryKitDialog } from '../features/recovery-kit';
import { useFormat } from '../i18n/use-format';
import { countText } from '../list/count-text';
import { Avatar } from '../ui/avatar';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { KeyCap } from '../ui/key-cap';
import { Logo } from '../ui/logo';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu';
import { Tooltip } from '../ui/tooltip';
import { isAdministration, isStage, toggleSidebar } from './fold-sidebar';
import { useHelp } from './help';
import personMenu from './person-menu.module.css';
import { groups, type Place, useOwnPlaces } from './places';
import styles from './sidebar.module.css';
import { SidebarEntry } from './sidebar-entry';

/**
 * The places of the window, or those of administration. In the rail, their names are tooltips of the same elements, so
 * that folding keeps the focus.
 */
export function Sidebar({ rail }: { rail: boolean }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isAdmin = isAdministration(pathname);
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
          unavailable={isStage(pathname) ? t('sidebar.staysFolded') : undefined}
          onPress={toggleSidebar}
        >
          {rail ? <Logo size={20} /> : <Icon of={PanelLeft} />}
        </IconButton>
      </div>
      <div className={styles.places}>{isAdmin ? <Administration rail={rail} /> : <Main rail={rail} />}</div>
      <div className={styles.foot}>
        <HelpEntry rail={rail} />
        <div className={styles.person}>
          <PersonMenu rail={rail} />
          <NoticeBell rail={rail} />
        </div>
      </div>
    </nav>
  );
}

const SavedPlaces = lazy(async () => ({ default: (await import('./saved-places')).SavedPlaces }));

/** The address before administration, to which the arrow leads back, by user: who views as another user has two. */
const useBefore = create<Record<string, string>>()(() => ({}));

function Main({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const { pathname, search } = useLocation();
  const own = useOwnPlaces();
  const first = own.find(({ group }) => group);
  const maySearch = useHolds('calls:view');
  return (
    <>
      <ul className={styles.group}>
        {own
          .filter(({ group, under }) => !group && !under)
          .map((place) => (
            <PlaceEntry key={place.path} place={place} rail={rail} />
          ))}
      </ul>
      {maySearch && (
        <Suspense>
          <SavedPlaces rail={rail} />
        </Suspense>
      )}
      {first && (
        <ul className={classNames(styles.group, styles.last)}>
          <SidebarEntry
            to={first.path}
            name={t('sidebar.administration')}
            icon={SlidersHorizontal}
            rail={rail}
            onGo={() => useBefore.setState({ [user_id]: pathname + search })}
          />
        </ul>
      )}
    </>
  );
}

/** Replaces the main places while in administration. The arrow leads back to the previous page. */
function Administration({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const { user_id } = useSignedIn().user;
  const before = useBefore((befores) => befores[user_id] ?? '/');
  const own = useOwnPlaces();
  return (
    <>
      <ul className={styles.group}>
        <SidebarEntry to={before} name={t('sidebar.administration')} icon={ArrowLeft} rail={rail} back />
      </ul>
      {groups
        .map((group) => ({ group, within: own.filter((place) => place.group === group) }))
        .filter(({ within }) => within.length > 0)
        .map(({ group, within }) => (
          <section key={group} aria-labelledby={`places-${group}`}>
            <h2 id={`places-${group}`} className={rail ? 'visually-hidden' : styles.heading}>
              {t(`sidebar.group.${group}`)}
            </h2>
            <ul className={styles.group}>
              {within.map((place) => (
                <PlaceEntry key={place.path} place={place} rail={rail} />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

function HelpEntry({ rail }: { rail: boolean }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const show = useHelp((help) => help.show);
  return (
    <Tooltip text={t('sidebar.help')} keys={keysOf('help')} placement="right" off={!rail}>
      <AriaButton className={styles.entry ?? ''} onPress={show}>
        <Icon of={CircleQuestionMark} size={rail ? 18 : 16} />
        <span className={rail ? 'visually-hidden' : styles.grow}>{t('sidebar.help')}</span>
        {!rail && <KeyCap keys={keysOf('help')} />}
      </AriaButton>
    </Tooltip>
  );
}

/** The menu of the signed-in user: zoom, preferences, recovery kit, signing out. */
function PersonMenu({ rail }: { rail: boolean }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { user, role } = useSignedIn();
  const zoom = usePreferences((preferences) => preferences.zoom);
  const text = useCommandText();
  const mayMakeKit = useHolds('encrypt_keys:edit');
  const [kitOpen, setKitOpen] = useState(false);
  const opener = (
    <AriaButton className={personMenu.opener ?? ''} data-rail={rail || undefined}>
      <Avatar name={user.name} />
      <span className={rail ? 'visually-hidden' : personMenu.who}>
        <span className={personMenu.name}>{user.name}</span> <span className={personMenu.role}>{role.name}</span>
      </span>
      {!rail && <Icon of={ChevronsUpDown} size={14} />}
    </AriaButton>
  );
  return (
    <>
      <Menu trigger={opener} label={user.name} placement="top start">
        <MenuGroup title={t('person.zoom', { percent: Math.round(zoom * 100) })}>
          {(['zoomIn', 'zoomOut', 'zoomReset'] as const).map((id) => (
            <MenuItem key={id} keys={keysOf(id)} onAction={() => runCommand(id)} staysOpen>
              {text(id)}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuLine />
        <MenuItem icon={<Icon of={Settings} />} keys={keysOf('preferences')} onAction={() => runCommand('preferences')}>
          {t('person.preferences')}
        </MenuItem>
        <MenuItem icon={<Icon of={KeyRound} />} onAction={() => runCommand('account')}>
          {t('person.account')}
        </MenuItem>
        {mayMakeKit && (
          <MenuItem icon={<Icon of={LifeBuoy} />} onAction={() => setKitOpen(true)}>
            {t('person.recoveryKit')}
          </MenuItem>
        )}
        <MenuItem icon={<Icon of={LogOut} />} onAction={() => runCommand('signOut')}>
          {t('person.signOut')}
        </MenuItem>
      </Menu>
      {kitOpen && <RecoveryKitDialog onClose={() => setKitOpen(false)} />}
    </>
  );
}

const LiveMark = lazy(async () => ({ default: (await import('../features/live')).LiveMark }));

/** A place in the sidebar, with what is new in it. */
function PlaceEntry({ place: { path, name, icon }, rail }: { place: Place; rail: boolean }) {
  const { t } = useTranslation();
  // A link to the current place keeps its search, but leads out of a saved one.
  const { pathname, search } = useLocation();
  const to = path === pathname && !new URLSearchParams(search).has('saved') ? path + search : path;
  return (
    <SidebarEntry to={to} name={t(name)} icon={icon} rail={rail}>
      {path === '/queue' && <QueueCount rail={rail} />}
      {path === '/evaluations' && <ResultCount rail={rail} />}
      {path === '/live' && (
        <Suspense>
          <LiveMark rail={rail} />
        </Suspense>
      )}
    </SidebarEntry>
  );
}

type CountProps = { rail: boolean };

/** How many evaluations wait for the user. */
const QueueCount = ({ rail }: CountProps) => <Count count={useWaitingCount()} says="sidebar.waiting" rail={rail} />;

/** How many results the user has to acknowledge. */
const ResultCount = ({ rail }: CountProps) => (
  <Count count={useToAcknowledge()} says="sidebar.toAcknowledge" rail={rail} />
);

type Counted = CountProps & { count: number | null | undefined; says: 'sidebar.waiting' | 'sidebar.toAcknowledge' };

function Count({ count, says, rail }: Counted) {
  const { t } = useTranslation();
  const format = useFormat();
  if (count === undefined || count === 0) return null;
  const shown = countText(count, format.figure);
  return (
    <span className={rail ? 'visually-hidden' : styles.count} data-figures title={t(says, { shown })}>
      {shown}
    </span>
  );
}
