import type { WatchFolder } from '@shared/contract/watched-files';
import { useTranslation } from 'react-i18next';
import { useHolds, useReachesEvery } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { FormMessage } from '../../ui/form-message';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { Switch } from '../../ui/switch';
import { toast } from '../../ui/toast';
import { ChosenFolder } from './chosen-folder';
import { Growing } from './growing';
import { RefusedFiles } from './refused-files';
import { TakenFiles } from './taken-files';
import styles from './watch-folder-page.module.css';
import { useTurn, useWatchFolder } from './watched';

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
