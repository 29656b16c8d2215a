import type { SavedSearch } from '@shared/contract/saved-searches';
import { useTranslation } from 'react-i18next';
import { useCallsThisWeek, useCountOf } from '../../features/calls';
import { useFormat } from '../../i18n/use-format';
import styles from './palette.module.css';

/** The number of calls of a saved search. */
export function SearchCount({ search }: { search: SavedSearch }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useCountOf(search);
  return count !== undefined && <Count text={t('palette.calls', { count, shown: format.figure(count) })} />;
}

/** The number of calls of a person in this week. */
export function PersonCount({ user_id }: { user_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useCallsThisWeek(user_id);
  return count !== undefined && <Count text={t('palette.callsThisWeek', { count, shown: format.figure(count) })} />;
}

const Count = ({ text }: { text: string }) => (
  <span className={styles.end} data-figures>
    {text}
  </span>
);
