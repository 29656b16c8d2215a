import type { Notice } from '@shared/contract/notices';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { PaneError } from '../../ui/pane-error';
import { Popover } from '../../ui/popover';
import styles from './notice-bell.module.css';
import {
  mostCounted,
  useHasNotices,
  useNotices,
  useNoticeText,
  usePlaceOf,
  useRead,
  useReadAll,
  useUnread,
} from './notices';

/** The bell with the number of unread notices, which opens them. Absent for users whom nothing is told. */
export function NoticeBell({ rail }: { rail: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const unread = useUnread();
  if (!useHasNotices()) return null;
  const shown = unread > mostCounted ? `${format.figure(mostCounted)}+` : format.figure(unread);
  const label = unread === 0 ? t('notices.title') : t('notices.unread', { count: unread, shown });
  return (
    <Popover
      label={t('notices.title')}
      placement="top start"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={label} size={30} placement={rail ? 'right' : 'top'}>
          <span className={styles.bell}>
            <Icon of={Bell} />
            {unread > 0 && <span className={styles.count}>{shown}</span>}
          </span>
        </IconButton>
      }
    >
      <Notices hasUnread={unread > 0} onOpen={() => setOpen(false)} />
    </Popover>
  );
}

type NoticesProps = { hasUnread: boolean; onOpen: () => void };

function Notices({ hasUnread, onOpen }: NoticesProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useNotices();
  const { mutate: readAll, isPending } = useReadAll();
  return (
    <div className={styles.notices}>
      <div className={styles.head}>
        <h2>{t('notices.title')}</h2>
        {hasUnread && (
          <Button look="quiet" busy={isPending} onPress={() => readAll()}>
            {t('notices.readAll')}
          </Button>
        )}
      </div>
      {data?.length === 0 && <p className={styles.empty}>{t('notices.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list} data-focus-group>
          {data.map((notice) => (
            <NoticeRow key={notice.notice_id} notice={notice} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {!data && error && <PaneError title={t('notices.failed')} error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

/** A notice, whose thing it opens. */
function NoticeRow({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const textOf = useNoticeText();
  const placeOf = usePlaceOf();
  const { mutate: read } = useRead();
  const { is_read, created_at } = notice;
  return (
    <li>
      <Link
        to={placeOf(notice)}
        className={styles.row ?? ''}
        data-read={is_read || undefined}
        onClick={() => {
          if (!is_read) read(notice);
          onOpen();
        }}
      >
        <span className={styles.dot} aria-hidden />
        <span className={styles.says}>
          {!is_read && <span className="visually-hidden">{t('notices.isUnread')}</span>} {textOf(notice)}
        </span>
        <time className={styles.time} dateTime={created_at} data-figures>
          {format.started(created_at)}
        </time>
      </Link>
    </li>
  );
}
