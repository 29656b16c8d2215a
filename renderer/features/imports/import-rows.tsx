import { type ImportRow, listImportRows } from '@shared/contract/imports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { useOpenCall } from '../../core/open-call';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { PaneError } from '../../ui/pane-error';
import styles from './import-rows.module.css';
import { useRowText } from './row-text';

/** The lists of an import, by the counter that counts them. */
const queries = {
  imported: { about: 'recording', outcome: 'imported' },
  skipped: { about: 'recording', outcome: 'skipped' },
  refused: { about: 'recording', outcome: 'refused' },
  annotated: { annotated: 'true' },
  rows_imported: { about: 'row', outcome: 'imported' },
  rows_skipped: { about: 'row', outcome: 'skipped' },
  rows_refused: { about: 'row', outcome: 'refused' },
  rows_without_audio: { about: 'row', outcome: 'without_audio' },
  record_files_refused: { about: 'record_file', outcome: 'refused' },
  other_files: { about: 'other_file' },
} as const;
export type RowsOf = keyof typeof queries;

type Props = { import_id: string; of: RowsOf; count: number };

/** Rows of an import: each file or record with its note, and a link to its call. */
export function ImportRows({ import_id, of, count }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: importKeys.rows(import_id, of, count),
    queryFn: ({ pageParam, signal }) =>
      api(listImportRows, { params: { import_id }, query: { ...queries[of], limit: 50 }, page: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_url,
  });
  if (error && !data) return <PaneError title={t('imports.rowsFailed')} error={error} onRetry={() => void refetch()} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.box} tabIndex={0} role="group" aria-label={t(`imports.list.${of}`)}>
      <ul>
        {data?.pages
          .flatMap((page) => page.rows)
          .map((row) => (
            <Row key={row.row} row={row} />
          ))}
      </ul>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      {hasNextPage && (
        <Button look="quiet" busy={isFetching} onPress={() => void fetchNextPage()}>
          {t('imports.moreRows')}
        </Button>
      )}
    </div>
  );
}

function Row({ row }: { row: ImportRow }) {
  const rowText = useRowText();
  const openCall = useOpenCall();
  const { call_id } = row;
  const { name, text } = rowText(row);
  const words = (
    <>
      <span className={styles.name}>{name}</span>
      {text && <span className={styles.text}>{text}</span>}
    </>
  );
  return (
    <li className={styles.row}>
      {call_id === null ? (
        words
      ) : (
        <AriaButton className={styles.opener ?? ''} onPress={() => openCall(call_id)}>
          {words}
        </AriaButton>
      )}
    </li>
  );
}
