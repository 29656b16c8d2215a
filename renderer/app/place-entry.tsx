import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useToAcknowledge, useWaitingCount } from '../features/assignments';
import { useFormat } from '../i18n/use-format';
import { countText } from '../list/count-text';
import type { Place } from './places';
import styles from './sidebar.module.css';
import { SidebarEntry } from './sidebar-entry';

const LiveMark = lazy(async () => ({ default: (await import('../features/live')).LiveMark }));

/** A place in the sidebar, with what is new in it. */
export function PlaceEntry({ place: { path, name, icon }, rail }: { place: Place; rail: boolean }) {
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
