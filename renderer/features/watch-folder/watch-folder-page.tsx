import type { WatchFolder } from '@shared/contract/watched-files';
import type { WatchRefused } from '@shared/ipc';
import { CircleAlert, CircleCheck, Folder } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds, useReachesEvery } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { Spinner } from '../../ui/spinner';
import { Switch } from '../../ui/switch';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import { RefusedFiles } from './refused-files';
import styles from './watch-folder-page.module.css';
import { useChooseFolder, useTurn, useWatchedFiles, useWatchFolder } from './watched';

/** The folder that another recorder writes to: which it is, whether it is watched, and what came of its files. */
export function WatchFolderPage() {
  const { t } = useTranslation();
  const { data: watched, error, refetch } = useWatchFolder();
  const isEditor = useHolds('system:edit');
  const reachesEvery = useReachesEvery();
  const readingOnly = useReadingOnly();
  const refused = isEditor ? !reachesEvery && t('watchFolder.everyTenantOnly') : t('watchFolder.mayNotEdit');
  const unavailable = readingOnly ?? (refused || undefined);
  return (
    <Page label={t('watchFolder.title')} busy={watched === undefined && !error}>
      <PageBar title={t('watchFolder.title')} of="record">
        {watched && <WatchSwitch watched={watched} unavailable={unavailable} />}
      </PageBar>
      <div className={styles.content} data-page-focus>
        {error && !watched && (
          <PaneError title={t('watchFolder.failed')} error={error} onRetry={() => void refetch()} />
        )}
        {watched && (
          <>
            <ChosenFolder watched={watched} unavailable={unavailable} />
            <Figures watched={watched} />
            <Growing files={watched.growing} />
            <RefusedFiles outcome="refused" count={watched.refused} unavailable={unavailable} />
            <RefusedFiles outcome="cancelled" unavailable={unavailable} />
            <TakenFiles />
          </>
        )}
      </div>
    </Page>
  );
}

function WatchSwitch({ watched, unavailable }: { watched: WatchFolder; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const turn = useTurn();
  const why = unavailable ?? (watched.folder === '' ? t('watchFolder.chooseFirst') : undefined);
  const onChange = (on: boolean) =>
    turn.mutate(on, { onSuccess: () => toast(t(on ? 'watchFolder.turnedOn' : 'watchFolder.turnedOff')) });
  return (
    <>
      {turn.error && <FormMessage>{refusalText(turn.error)}</FormMessage>}
      <Switch
        label={t('watchFolder.isOn')}
        value={watched.folder !== '' && watched.is_on}
        onChange={onChange}
        unavailable={why}
        atEnd
      />
    </>
  );
}

function Figures({ watched }: { watched: WatchFolder }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (watched.folder === '') return null;
  const figures = [
    ['takenToday', watched.taken_today],
    ['growing', watched.growing.length],
    ['refused', watched.refused],
  ] as const;
  return (
    <dl className={styles.figures} aria-label={t('watchFolder.figures')}>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dd data-figures>{format.figure(figure)}</dd>
          <dt>{t(`watchFolder.${name}`)}</dt>
        </div>
      ))}
    </dl>
  );
}

/** The folder, how it is, and the button to choose it. */
function ChosenFolder({ watched, unavailable }: { watched: WatchFolder; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const id = useId();
  const refusalText = useRefusalText();
  const say = useSaid();
  const choose = useChooseFolder();
  const hasFolder = watched.folder !== '';
  const state = stateOf(watched);
  const onPress = () =>
    choose.mutate(undefined, { onSuccess: (done) => done === true && toast(t('watchFolder.chosen')) });
  const whyOf = (refused: WatchRefused): string => {
    if (refused === 'not_allowed') return t('watchFolder.notAllowed');
    return refused.reason.code === 'own_data_folder' ? t('watchFolder.ownDataFolder') : say(refused);
  };
  const refused = typeof choose.data === 'object' ? choose.data.refused : undefined;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.folder')} <span className={styles.quiet}>{t('watchFolder.folderHint')}</span>
      </h2>
      <div className={styles.chosen}>
        <Icon of={Folder} />
        <span className={styles.path} data-none={!hasFolder || undefined} dir="auto" onPointerEnter={titleWhenCut}>
          {hasFolder ? watched.folder : t('watchFolder.none')}
        </span>
        <Button busy={choose.isPending} unavailable={unavailable} onPress={onPress}>
          {t(hasFolder ? 'watchFolder.change' : 'watchFolder.choose')}
        </Button>
      </div>
      {refused && <FormMessage>{whyOf(refused)}</FormMessage>}
      {choose.error && <FormMessage>{refusalText(choose.error)}</FormMessage>}
      <p className={styles.state} data-state={state} role="status">
        {state === 'on' ? <Icon of={CircleCheck} /> : <Icon of={CircleAlert} />}
        {t(`watchFolder.state.${state}`)}
      </p>
      <p className={styles.text}>{t('watchFolder.kept')}</p>
    </section>
  );
}

function stateOf({ folder, is_on, is_readable }: WatchFolder) {
  if (folder === '') return 'none' as const;
  if (!is_on) return 'off' as const;
  if (is_readable === null) return 'looking' as const;
  return is_readable ? ('on' as const) : ('unreadable' as const);
}

/** The files that are not complete. */
function Growing({ files }: { files: WatchFolder['growing'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  if (files.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.growingTitle')}
      </h2>
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
    </section>
  );
}

/** The files that were imported last, each with its call. */
function TakenFiles() {
  const { t } = useTranslation();
  const id = useId();
  const format = useFormat();
  const { data: files } = useWatchedFiles('imported');
  if (!files) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('watchFolder.takenTitle')}{' '}
        {files.length > 0 && <span className={styles.quiet}>{t('watchFolder.takenHint')}</span>}
      </h2>
      {files.length === 0 && <p className={styles.text}>{t('watchFolder.noneTaken')}</p>}
      <ul className={styles.files}>
        {files.map(({ watched_file_id, name, taken_at, call_id }) => (
          <li key={watched_file_id}>
            <span className={styles.time} data-figures>
              {format.started(taken_at)}
            </span>
            {call_id === null ? (
              <span className={styles.name} dir="auto">
                {name}
              </span>
            ) : (
              <Link
                className={styles.opener ?? ''}
                to={`/review?call=${call_id}`}
                aria-label={t('watchFolder.openCall', { name })}
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
