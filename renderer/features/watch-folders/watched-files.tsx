import { readSettings, updateSettings } from '@shared/contract/settings';
import {
  listWatchedFiles,
  retryWatchedFiles,
  type WatchedFile,
  type WatchFolder,
} from '@shared/contract/watch-folders';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleX } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../../api/api';
import { settingsKey } from '../../api/cache/settings';
import { watchFolderKeys } from '../../api/cache/watch-folders';
import { refresh } from '../../core/query-client';
import { watchFoldersQuery } from '../../core/watch-folders';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useExplanation } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Spinner } from '../../ui/spinner';
import { toast } from '../../ui/toast';
import styles from './watch-folders-page.module.css';

const everyMs = 2_000;
const changed = [watchFolderKeys.all, settingsKey];

/** The watch folders with what the last look found, read again every two seconds while they are shown. */
export const useWatchFolders = () => useQuery({ ...watchFoldersQuery, refetchInterval: everyMs });

const shown = { imported: 10, refused: 100, cancelled: 100, waiting: 100 } as const;
type Outcome = keyof typeof shown;

/** The last files with this outcome, newest first, of one watch folder or of all. */
export const useWatchedFiles = (outcome: Outcome, watch_folder_id: string | null = null) =>
  useQuery({
    queryKey: watchFolderKeys.files(outcome, watch_folder_id),
    queryFn: async ({ signal }) => {
      const query = { outcome, limit: shown[outcome], ...(watch_folder_id && { watch_folder_id }) };
      return (await api(listWatchedFiles, { query, signal })).watched_files;
    },
    refetchInterval: everyMs,
  });

/** Whether watch folders are watched at all; true until it is known. */
export const useAllOn = (): boolean => {
  const { data = true } = useQuery({
    queryKey: watchFolderKeys.allOn,
    queryFn: async ({ signal }) => (await api(readSettings, { signal })).settings.watch_folder_on,
  });
  return data;
};

/** What a watch folder does now; while all are off, each of them is. */
export function useStateOf(): (watched: WatchFolder) => 'off' | 'looking' | 'unreadable' | 'waits' | 'on' {
  const areOn = useAllOn();
  return ({ is_on, is_readable, waiting }) => {
    if (!is_on || !areOn) return 'off';
    if (is_readable === null) return 'looking';
    if (!is_readable) return 'unreadable';
    return waiting > 0 ? 'waits' : 'on';
  };
}

/** Turns all watch folders off, or on again. */
export const useTurnAll = () =>
  useMutation({
    gcTime: 0,
    mutationFn: (watch_folder_on: boolean) => api(updateSettings, { body: { settings: { watch_folder_on } } }),
    onSuccess: () => refresh(changed),
  });

type Props = { watched: WatchFolder; unavailable: string | undefined };

/** What came of the files of a watch folder: figures, then those that need a look, then the last ones. */
export function WatchedFiles({ watched, unavailable }: Props) {
  const { t } = useTranslation();
  const { watch_folder_id: id } = watched;
  const { data: imported = [] } = useWatchedFiles('imported', id);
  return (
    <>
      <Figures watched={watched} />
      <Growing files={watched.growing} />
      <KeptFiles of={id} outcome="waiting" count={watched.waiting} />
      <KeptFiles of={id} outcome="refused" count={watched.refused} unavailable={unavailable} />
      <KeptFiles of={id} outcome="cancelled" unavailable={unavailable} />
      <Section
        title={t('watchFolders.takenTitle')}
        hint={imported.length > 0 ? t('watchFolders.takenHint') : undefined}
      >
        {imported.length === 0 && <p className={styles.text}>{t('watchFolders.noneTaken')}</p>}
        <ul className={styles.files}>
          {imported.map((file) => (
            <Taken key={file.watched_file_id} {...file} />
          ))}
        </ul>
      </Section>
    </>
  );
}

type SectionProps = { title: string; hint?: string | undefined; action?: ReactNode; children: ReactNode };

function Section({ title, hint, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title} {hint && <span className={styles.quiet}>{hint}</span>}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function Figures({ watched }: { watched: WatchFolder }) {
  const { t } = useTranslation();
  const format = useFormat();
  const figures = [
    ['takenToday', watched.taken_today],
    ['growing', watched.growing.length],
    ['waiting', watched.waiting],
    ['refused', watched.refused],
    ...(watched.afterwards === 'keep' ? [] : ([['movedToday', watched.moved_today]] as const)),
  ] as const;
  return (
    <dl className={styles.figures} aria-label={t('watchFolders.figures')}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dd data-figures>{format.figure(figure)}</dd>
          <dt>{t(`watchFolders.${name}`)}</dt>
        </div>
      ))}
    </dl>
  );
}

/** The files that are not complete. */
function Growing({ files }: { files: WatchFolder['growing'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <Section title={t('watchFolders.growingTitle')}>
      <ul className={styles.files}>
        {files.map(({ name, size }) => (
          <li key={name}>
            <Spinner />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.note} data-figures>
              {format.bytes(size)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type KeptProps = {
  of: string;
  outcome: Exclude<Outcome, 'imported'>;
  count?: number;
  unavailable?: string | undefined;
};

/** The files that were not imported, each with its reason, and trying them again; those that wait need an answer instead. */
function KeptFiles({ of, outcome, count = 0, unavailable }: KeptProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const explanation = useExplanation();
  const refusalText = useRefusalText();
  const { data: files = [] } = useWatchedFiles(outcome, of);
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables, error } = useMutation({
    gcTime: 0,
    mutationFn: (watched_file_ids: string[]) => api(retryWatchedFiles, { body: { retry: { watched_file_ids } } }),
    onSuccess: () => refresh([watchFolderKeys.all]),
  });
  if (files.length === 0) return null;
  const retry = (ids: string[]) =>
    mutate(ids, {
      onSuccess({ retried }) {
        toast(t('watchFolders.retrying', { count: retried, shown: format.figure(retried) }));
        // The rows have gone, and with them the button that had the focus.
        (list.current?.querySelector('button') ?? document.querySelector('main'))?.focus();
      },
    });
  const more = count - files.length;
  const ids = files.map(({ watched_file_id }) => watched_file_id);
  const mayRetry = outcome !== 'waiting';
  return (
    <Section
      title={t(`watchFolders.${outcome}Title`)}
      hint={t(`watchFolders.${outcome}Hint`)}
      action={
        mayRetry &&
        files.length > 1 && (
          <Button unavailable={unavailable} busy={isPending} onPress={() => retry(ids)}>
            {more > 0 ? t('watchFolders.retryShown', { shown: format.figure(ids.length) }) : t('watchFolders.retryAll')}
          </Button>
        )
      }
    >
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      <ul ref={list} className={styles.files}>
        {files.map((file) => (
          <li key={file.watched_file_id}>
            <Icon of={mayRetry ? CircleX : CircleAlert} className={mayRetry ? styles.refused : styles.waiting} />
            <div className={styles.name}>
              <p dir="auto">{file.name}</p>
              {outcome !== 'cancelled' && (
                <p className={styles.note}>{explanation(file) || t('watchFolders.noReason')}</p>
              )}
            </div>
            {mayRetry && (
              <Button
                look="quiet"
                aria-label={t('watchFolders.retryOf', { name: file.name })}
                unavailable={unavailable}
                busy={isPending && variables.includes(file.watched_file_id)}
                onPress={() => retry([file.watched_file_id])}
              >
                {t('watchFolders.retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.text}>{t('watchFolders.more', { count: more, shown: format.figure(more) })}</p>}
    </Section>
  );
}

/** A file that was imported, with its call, and what became of it. */
function Taken({ name, taken_at, call_id, source, ...file }: WatchedFile) {
  const { t } = useTranslation();
  const format = useFormat();
  const explanation = useExplanation();
  const note = source ? t(`watchFolders.source.${source}`) : explanation(file);
  return (
    <li>
      <span className={styles.time} data-figures>
        {format.started(taken_at)}
      </span>
      <div className={styles.name}>
        {call_id === null ? (
          <span dir="auto">{name}</span>
        ) : (
          <Link
            className={styles.opener ?? ''}
            to={`/review?call=${call_id}`}
            aria-label={t('watchFolders.openCall', { name })}
          >
            {name}
          </Link>
        )}
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </li>
  );
}
