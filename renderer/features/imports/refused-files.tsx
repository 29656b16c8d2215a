import { type ImportRow, listImportRows } from '@shared/contract/imports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { useKnownMessage } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { PaneError } from '../../ui/pane-error';
import styles from './refused-files.module.css';

/** Each file that did not come in, and why. */
export function RefusedFiles({ import_id, refused }: { import_id: string; refused: number }) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['imports', 'rows', import_id, refused],
    queryFn: ({ pageParam, signal }) =>
      api(listImportRows, { params: { import_id }, query: { outcome: 'refused', limit: 50 }, page: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_url,
  });
  const known = useKnownMessage();
  const reasonOf = ({ code, explanation, reason }: ImportRow) =>
    known(explanation, reason) ?? t(`refusals.${code}` as never, { defaultValue: explanation ?? '' });
  if (error) return <PaneError title={t('imports.refusedFailed')} error={error} onRetry={() => void refetch()} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.box} tabIndex={0} role="group" aria-label={t('imports.refusedList')}>
      <ul>
        {data?.pages
          .flatMap((page) => page.rows)
          .map((row) => (
            <li key={row.row} className={styles.file}>
              <span className={styles.name}>{row.file ?? t('imports.row', { row: row.row })}</span>
              <span className={styles.reason}>{reasonOf(row)}</span>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button look="quiet" busy={isFetching} onPress={() => void fetchNextPage()}>
          {t('imports.moreRefused')}
        </Button>
      )}
    </div>
  );
}
