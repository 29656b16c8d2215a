import { readTotals } from '@shared/contract/call-scores';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { evaluationKeys } from '../../api/cache/evaluations';
import { useFormat } from '../../i18n/use-format';
import styles from './list-totals.module.css';
import { searchOf } from './listing';
import type { OpenListing } from './use-listing';

/** Adding up reads every call of the search: 10,000 without evaluations take 20 ms, measured. */
const maxSummed = 10_000;

/** How long the calls of the list are together, and how many are scored; nothing for a list that is long or not counted. */
export function ListTotals({ open: { listing, total } }: { open: OpenListing }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: totals } = useQuery({
    queryKey: evaluationKeys.totals(listing),
    enabled: total !== null && total > 0 && total <= maxSummed,
    queryFn: async ({ signal }) =>
      (await api(readTotals, { query: searchOf(listing.filters), view: 'calls added up', signal })).totals,
  });
  if (!totals) return null;
  const { duration, scored, drafts } = totals;
  const minutes = Math.round(duration / 60);
  const length = { hours: format.figure(Math.floor(minutes / 60)), minutes: String(minutes % 60).padStart(2, '0') };
  const evaluated = [
    scored ? t('calls.totals.scored', { shown: format.figure(scored) }) : [],
    drafts ? t('calls.totals.drafts', { count: drafts, shown: format.figure(drafts) }) : [],
  ].flat();
  return (
    <>
      <span data-figures>
        {duration < 60
          ? t('calls.totals.seconds', { seconds: String(Math.round(duration)) })
          : minutes < 60
            ? t('calls.totals.minutes', { minutes: String(minutes) })
            : t('calls.totals.hours', length)}
      </span>
      <span className={styles.evaluated} data-figures>
        {evaluated.join(', ')}
      </span>
    </>
  );
}
