import type { SavedSearch } from '@shared/contract/saved-searches';
import { Bookmark, List, Plus } from 'lucide-react';
import { Focusable } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useReadingOnly } from '../core/view-as';
import { addressOfSearch, resetView, saveSearch, useCountOf, useOpenSearch, useSavedSearches } from '../features/calls';
import { useFormat } from '../i18n/use-format';
import { classNames } from '../ui/class-names';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Tooltip } from '../ui/tooltip';
import styles from './sidebar.module.css';

/** The saved searches below the places, each with the number of its calls. */
export function SavedPlaces({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const searches = useSavedSearches();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const reading = useReadingOnly();
  const save = async () => {
    if (pathname !== '/review') await navigate('/review');
    saveSearch();
  };
  // The rail has no room for the sentence.
  if (rail && searches.length === 0) return null;
  return (
    <section aria-labelledby="saved-searches">
      <header className={rail ? 'visually-hidden' : styles.heading}>
        <h2 id="saved-searches">{t('sidebar.savedSearches')}</h2>
        {!rail && (
          <IconButton
            label={t('sidebar.saveSearch')}
            size={24}
            placement="right"
            unavailable={reading}
            onPress={() => void save()}
          >
            <Icon of={Plus} size={14} />
          </IconButton>
        )}
      </header>
      {searches.length === 0 && !rail && <p className={styles.noSearches}>{t('sidebar.noSearches')}</p>}
      <ul className={styles.group}>
        {searches.length > 0 && <AllCalls rail={rail} />}
        {searches.map((search) => (
          <SavedPlace key={search.saved_search_id} search={search} rail={rail} />
        ))}
      </ul>
    </section>
  );
}

/** The list without any search: one click away from a saved one. */
function AllCalls({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isOpen = pathname === '/review' && [...new URLSearchParams(search).keys()].every((name) => name === 'call');
  return (
    <li>
      <Tooltip text={t('sidebar.allCalls')} placement="right" off={!rail}>
        <Focusable>
          <Link
            to="/review"
            className={classNames(styles.entry, isOpen && styles.open)}
            aria-current={isOpen ? 'true' : undefined}
            data-pane-focus
          >
            <Icon of={List} size={rail ? 18 : 16} />
            <span className={rail ? 'visually-hidden' : styles.text}>{t('sidebar.allCalls')}</span>
          </Link>
        </Focusable>
      </Tooltip>
    </li>
  );
}

function SavedPlace({ search, rail }: { search: SavedSearch; rail: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useCountOf(search);
  const open = useOpenSearch();
  const isOpen = open?.search.saved_search_id === search.saved_search_id;
  return (
    <li>
      <Tooltip text={search.name} placement="right" off={!rail}>
        <Focusable>
          <Link
            to={addressOfSearch(search)}
            className={classNames(styles.entry, isOpen && styles.open)}
            aria-current={isOpen ? 'true' : undefined}
            data-pane-focus
            onClick={() => resetView(search.saved_search_id)}
          >
            <span className={styles.icon} data-changed={(isOpen && open.isChanged) || undefined}>
              <Icon of={Bookmark} size={rail ? 18 : 16} />
            </span>
            <span className={rail ? 'visually-hidden' : styles.text}>{search.name}</span>
            {isOpen && open.isChanged && <span className="visually-hidden">{t('sidebar.changed')}</span>}
            {!rail && count !== undefined && (
              <span className={styles.count} data-figures>
                {format.figure(count)}
              </span>
            )}
          </Link>
        </Focusable>
      </Tooltip>
    </li>
  );
}
