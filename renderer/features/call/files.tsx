import { type Call, type CallFile, downloadFile } from '@shared/contract/calls';
import { Copy, Download, Lock, LockOpen, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../api/api';
import { useHolds } from '../../core/session';
import { codecText } from '../../i18n/codec-text';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import { useOneTabStop } from '../../ui/use-one-tab-stop';
import styles from './rows.module.css';
import { saveFile } from './saving';
import { Section } from './section';

/** The stored files of the audio. */
export function Files({ call }: { call: Call }) {
  const { t } = useTranslation();
  const oneStop = useOneTabStop<HTMLUListElement>();
  if (call.files.length === 0) return null;
  return (
    <Section title={t('call.files')}>
      <ul {...oneStop} className={styles.rows}>
        {call.files.map((file) => (
          <FileRow key={file.file_id} call_id={call.call_id} file={file} />
        ))}
      </ul>
    </Section>
  );
}

function FileRow({ call_id, file }: { call_id: string; file: CallFile }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const copy = useCopy();
  const maySave = useHolds('calls:download');
  const Sign = file.encrypt_fingerprint === null ? LockOpen : Lock;
  const sound = [
    codecText(file.codec, i18n.language),
    `${format.figure(file.sample_rate / 1000)} kHz`,
    file.channels === 2 ? t('call.stereo') : t('call.mono'),
    format.bytes(file.file_size),
  ];
  return (
    <li className={styles.row}>
      <p className={styles.first}>
        <Icon of={Sign} size={14} />
        {t('call.file', { id: file.file_id })}
        <span className={styles.quiet}>{file.encrypt_fingerprint === null ? t('call.open') : t('call.encrypted')}</span>
        <span className={styles.acts}>
          <IconButton
            label={t('call.downloadFile', { id: file.file_id })}
            size={24}
            unavailable={maySave ? undefined : t('call.mayNotDownload')}
            onPress={() => void saveFile(addressOf(downloadFile, { call_id }, { file_id: file.file_id }))}
          >
            <Icon of={Download} size={13} />
          </IconButton>
          {file.watermark !== null && (
            <IconButton label={t('call.copyWatermark')} size={24} onPress={() => copy(file.watermark ?? '')}>
              <Icon of={Copy} size={13} />
            </IconButton>
          )}
        </span>
      </p>
      {file.original_name !== null && (
        <p className={styles.second}>
          <bdi>{file.original_name}</bdi>
        </p>
      )}
      <p className={styles.second}>
        <span>{sound.join(', ')}</span>
        <span className={styles.end}>{lengthText(file.duration_ms / 1000)}</span>
      </p>
      <p className={styles.second}>
        <span>
          {format.clock(file.start_time)} – {format.clock(file.stop_time)}
        </span>
      </p>
      {file.truncated && (
        <p className={styles.warning}>
          <Icon of={TriangleAlert} size={14} />
          {t('call.truncated')}
        </p>
      )}
      {file.unheard_bytes > 0 && (
        <p className={styles.warning}>
          <Icon of={TriangleAlert} size={14} />
          {t('call.unheard', { size: format.bytes(file.unheard_bytes) })}
        </p>
      )}
    </li>
  );
}
