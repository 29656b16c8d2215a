import type { WatchFolder } from '@shared/contract/watch-folders';
import { CircleX, Eye, EyeOff, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { useExplanation } from '../../i18n/use-said';
import { Icon } from '../../ui/icon';
import { Spinner } from '../../ui/spinner';
import { titleWhenCut } from '../../ui/title-when-cut';
import styles from './watch-folder-summary.module.css';
import { useStateOf, useWatchedFiles, useWatchFolders } from './watched-files';

const shown = 3;

/** The watch folders in short, for another page: whether they are watched, today's figures, and what needs a look. */
export function WatchFolderSummary() {
  const { t } = useTranslation();
  const { data: folders = [] } = useWatchFolders();
  if (folders.length === 0) return null;
  const sum = (of: (one: WatchFolder) => number) => folders.reduce((all, one) => all + of(one), 0);
  const waiting = sum((one) => one.waiting);
  const figures = [
    [sum((one) => one.taken_today), t('watchFolders.takenToday')],
    [sum(({ growing }) => growing.length), t('watchFolders.growing')],
    [sum((one) => one.refused), t('watchFolders.refused')],
    ...(waiting > 0 ? ([[waiting, t('watchFolders.waiting')]] as const) : []),
  ] as const;
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('watchFolders.title')}</h2>
      </div>
      {folders.map((watched) => (
        <div key={watched.watch_folder_id} className={styles.head}>
          <Link
            className={styles.folder ?? ''}
            to={`/admin/watch-folders/${watched.watch_folder_id}`}
            onPointerEnter={titleWhenCut}
          >
            <Icon of={Folder} />
            <span dir="auto">{watched.name}</span>
          </Link>
          <State {...watched} />
        </div>
      ))}
      <dl className={styles.figures}>
        {figures.map(([count, name]) => (
          <div key={name}>
            <dd data-figures>{count}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </dl>
      <Files growing={folders.flatMap(({ growing }) => growing)} />
    </section>
  );
}

function State(watched: WatchFolder) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useStateOf()(watched);
  const isWell = state === 'on' || state === 'looking';
  const Sign = isWell ? Eye : EyeOff;
  return (
    <span className={styles.state} data-well={isWell || undefined}>
      <Icon of={Sign} size={14} />
      {t(`watchFolders.short.${state}`, { count: watched.waiting, shown: format.figure(watched.waiting) })}
    </span>
  );
}

/** Files that are still written, and the last ones that were refused. */
function Files({ growing }: Pick<WatchFolder, 'growing'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const explanation = useExplanation();
  const { data: refused = [] } = useWatchedFiles('refused');
  if (growing.length + refused.length === 0) return null;
  return (
    <ul className={styles.files}>
      {growing.slice(0, shown).map(({ name, size }) => (
        <li key={name}>
          <Spinner />
          <p dir="auto" onPointerEnter={titleWhenCut}>
            {name}
          </p>
          <p className={styles.note} data-figures>
            {t('watchFolders.grows', { size: format.bytes(size) })}
          </p>
        </li>
      ))}
      {refused.slice(0, shown).map((file) => (
        <li key={file.watched_file_id}>
          <Icon of={CircleX} className={styles.refused} />
          <p dir="auto" onPointerEnter={titleWhenCut}>
            {file.name}
          </p>
          <p className={styles.note} onPointerEnter={titleWhenCut}>
            {explanation(file) || t('watchFolders.noReason')}
          </p>
          <Link to="/admin/watch-folders" aria-label={`${t('watchFolders.show')}: ${file.name}`}>
            {t('watchFolders.show')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
