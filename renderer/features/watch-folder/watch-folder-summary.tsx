import type { WatchFolder } from '@shared/contract/watched-files';
import { CircleX, Eye, EyeOff, Folder } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { useExplanation } from '../../i18n/use-said';
import { Icon } from '../../ui/icon';
import { Spinner } from '../../ui/spinner';
import { titleWhenCut } from '../../ui/title-when-cut';
import styles from './watch-folder-summary.module.css';
import { useWatchedFiles, useWatchFolder } from './watched';

const shown = 3;

/** The watch folder in short, for another page: whether it is watched, today's figures, and what needs a look. */
export function WatchFolderSummary() {
  const { t } = useTranslation();
  const { data: watched } = useWatchFolder();
  if (!watched || watched.folder === '') return null;
  const { folder, taken_today, growing, refused } = watched;
  const figures = [
    [taken_today, t('watchFolder.takenToday')],
    [growing.length, t('watchFolder.growing')],
    [refused, t('watchFolder.refused')],
  ] as const;
  return (
    <section>
      <div className={styles.head}>
        <h2>{t('watchFolder.title')}</h2>
        <State {...watched} />
      </div>
      <Link className={styles.folder ?? ''} to="/admin/watch-folder" onPointerEnter={titleWhenCut}>
        <Icon of={Folder} />
        <span dir="auto">{folder.split(/[\\/]/).at(-1)}</span>
      </Link>
      <dl className={styles.figures}>
        {figures.map(([count, name]) => (
          <div key={name}>
            <dd data-figures>{count}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </dl>
      <Files growing={growing} />
    </section>
  );
}

function State({ is_on, is_readable }: WatchFolder) {
  const { t } = useTranslation();
  const isWell = is_on && is_readable !== false;
  const Sign = isWell ? Eye : EyeOff;
  return (
    <span className={styles.state} data-well={isWell || undefined}>
      <Icon of={Sign} size={14} />
      {t(isWell ? 'watchFolder.watching' : is_on ? 'watchFolder.unreadable' : 'watchFolder.paused')}
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
            {t('watchFolder.grows', { size: format.bytes(size) })}
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
            {explanation(file) || t('watchFolder.noReason')}
          </p>
          <Link to="/admin/watch-folder" aria-label={`${t('watchFolder.show')}: ${file.name}`}>
            {t('watchFolder.show')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
