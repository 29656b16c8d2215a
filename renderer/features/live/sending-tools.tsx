import type { OpenRecording } from '@shared/contract/recordings';
import { Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { titleWhenCut } from '../../ui/title-when-cut';
import { useLevels } from './levels';
import styles from './sending-tools.module.css';

/** The programs that send the recordings in progress, and how fast. */
export function SendingTools({ recordings }: { recordings: readonly OpenRecording[] }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2>
        {t('live.tools')} <span className={styles.quiet}>{t('live.byApi')}</span>
      </h2>
      <ul className={styles.tools}>
        {recordings.map(({ recording_id }) => (
          <Tool key={recording_id} recording_id={recording_id} />
        ))}
      </ul>
    </section>
  );
}

function Tool({ recording_id }: { recording_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: levels } = useLevels(recording_id);
  if (!levels) return null;
  const { tool, is_sending, offset, bytesPerSecond } = levels;
  return (
    <li className={styles.tool}>
      <Circle className={styles.sign} size={8} fill={is_sending ? 'currentColor' : 'none'} aria-hidden="true" />
      <span className={styles.name} onPointerEnter={titleWhenCut}>
        {tool ?? t('live.otherTool')}
      </span>
      {is_sending && (
        <span className={styles.quiet} data-figures>
          {t('live.rate', { bytes: format.bytes(bytesPerSecond) })}
        </span>
      )}
      <p className={styles.quiet} data-figures>
        {t(is_sending ? 'live.soFar' : 'live.notSending', { bytes: format.bytes(offset) })}
      </p>
    </li>
  );
}
