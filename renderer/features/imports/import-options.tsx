import type { ImportPreview, NewImport } from '@shared/contract/imports';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useMayCreateMissing } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useDiskText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { zones } from '../../i18n/zones';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import styles from './preview-dialog.module.css';

export type Options = Required<Pick<NewImport, 'timezone' | 'create_missing' | 'metadata_only'>>;

type Props = {
  preview: ImportPreview;
  options: Options;
  onChange: (change: Partial<Options>) => void;
  error: Error | null;
};

/** The content of the chosen files, and only the options that matter for them. */
export function ImportOptions({ preview, options, onChange, error }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const message = useMessage();
  const diskText = useDiskText();
  const mayCreate = useMayCreateMissing();
  const { recordings, record_files, rows_without_audio, needed_bytes, free_bytes } = preview;
  const parts = [
    recordings > 0 && t('imports.recordings', { count: recordings, shown: format.figure(recordings) }),
    record_files > 0 && t('imports.recordFiles', { count: record_files, shown: format.figure(record_files) }),
    recordings > 0 && format.bytes(preview.recording_bytes),
  ].filter((part) => part !== false);
  const others =
    preview.other_files > 0 &&
    t('imports.otherFiles', { count: preview.other_files, shown: format.figure(preview.other_files) });
  if (parts.length === 0)
    return (
      <p>
        {t('imports.nothing')} {others}
      </p>
    );
  return (
    <>
      <p>
        <strong className={styles.summary}>{parts.join(', ')}.</strong> {t('imports.previewText')} {others}
      </p>
      <div className={styles.fields}>
        {rows_without_audio > 0 && (
          <Checkbox
            isSelected={options.metadata_only}
            onChange={(metadata_only) => onChange({ metadata_only })}
            hint={t('imports.withoutAudioHint')}
          >
            {t('imports.withoutAudio', { count: rows_without_audio, shown: format.figure(rows_without_audio) })}
          </Checkbox>
        )}
        {record_files > 0 && (
          <Checkbox
            isSelected={options.create_missing}
            onChange={(create_missing) => onChange({ create_missing })}
            isReadOnly={!mayCreate}
            hint={t(mayCreate ? 'imports.createMissingHint' : 'imports.createMissingMayNot')}
          >
            {t('imports.createMissing')}
          </Checkbox>
        )}
        {preview.needs_timezone && (
          <ChoiceField
            label={t('imports.timezone')}
            hint={t('imports.timezoneHint')}
            value={options.timezone}
            onChange={(timezone) => onChange({ timezone })}
            choices={zones}
            message={message(isRefusal(error) ? error.field('timezone') : undefined)}
          />
        )}
        {needed_bytes > free_bytes && <FormMessage>{diskText({ needed_bytes, free_bytes })}</FormMessage>}
      </div>
    </>
  );
}
