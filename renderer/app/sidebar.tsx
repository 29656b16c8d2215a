import { ArrowLeft, CircleQuestionMark, PanelLeft, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { create } from 'zustand';
import { useHolds, useSignedIn } from '../core/session';
import { useKeysOf } from '../core/shortcuts';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { KeyCap } from '../ui/key-cap';
import { Logo } from '../ui/logo';
import { Tooltip } from '../ui/tooltip';
import { isAdministration, isStage, toggleSidebar } from './fold-sidebar';
import { useHelp } from './help';
import { PersonMenu } from './person-menu';
import { PlaceEntry } from './place-entry';
import { groups, useOwnPlaces } from './places';
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
