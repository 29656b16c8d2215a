import type { ImportPreset } from '@shared/contract/import-presets';
import type { ImportReading } from '@shared/contract/import-reading';
import type { ImportPreview } from '@shared/contract/imports';
import { channelRules } from '@shared/import-fields';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useImportPresets } from '../../core/import-presets';
import { useFound } from '../../core/record-choices';
import { useMayCreateMissing, useZone } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useDiskText } from '../../i18n/use-refusal-text';
import { useMessage, useSaid } from '../../i18n/use-said';
import { zones } from '../../i18n/zones';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Segments } from '../../ui/segments';
import { ChoiceTagsField } from '../../ui/tags-field';
import styles from './import-head.module.css';
import { isChanged, type Picked } from './picked';

type HeadProps = {
  preview: ImportPreview;
  picked: Picked;
  onChange: (change: Picked) => void;
  error: Error | null;
  /** The button that opens and closes how it is read. */
  children: ReactNode;
};

/** How it was read and why, and only the options that matter for what was found. */
export function ImportHead({ preview, picked, onChange, error, children }: HeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const message = useMessage();
  const diskText = useDiskText();
  const zone = useZone();
  const mayCreate = useMayCreateMissing();
  const say = useSaid();
  const { recordings, record_files, rows_without_audio, needed_bytes, free_bytes, reading } = preview;
  const fitsNothing = Boolean(picked.preset_id) && !picked.draft && reading.preset?.fits === 0;
  const unread = reading.columns.filter(({ field, filled }) => field === null && filled > 0).length;
  const { data: categories = [] } = useFound('category_id', '');
  const others =
    preview.other_files > 0 &&
    t('imports.otherFiles', { count: preview.other_files, shown: format.figure(preview.other_files) });
  const parts = [
    recordings > 0 && t('imports.recordings', { count: recordings, shown: format.figure(recordings) }),
    record_files > 0 && t('imports.recordFiles', { count: record_files, shown: format.figure(record_files) }),
    recordings > 0 && format.bytes(preview.recording_bytes),
  ].filter((part) => part !== false);
  const unknown = unknownFiles(reading);
  if (parts.length === 0 && unknown.length === 0)
    return (
      <p className={styles.facts}>
        {t('imports.nothing')} {others}
      </p>
    );
  return (
    <section className={styles.head} aria-label={t('imports.howRead')}>
      <p className={styles.facts}>
        {parts.length > 0 && <strong>{parts.join(', ')}.</strong>} {t('imports.previewText')} {others}
      </p>
      {unknown.map((file) => (
        <p key={file} className={styles.unread}>
          <Icon of={TriangleAlert} size={14} />
          {t('imports.unknownFile', { file })}
        </p>
      ))}
      <div className={styles.fields}>
        <div className={styles.how}>
          <PresetChoice
            reading={reading}
            value={picked.preset_id ?? ''}
            isChanged={isChanged(picked)}
            onChange={(preset_id) => onChange({ preset_id, draft: undefined, mapping: {} })}
          >
            {isChanged(picked)
              ? t('imports.readAsChanged')
              : reading.because.map((reason) => say({ text: '', reason })).join(' ')}
          </PresetChoice>
          <div className={styles.change}>
            {children}
            {fitsNothing && (
              <span className={styles.unread}>
                <Icon of={TriangleAlert} size={14} />
                {t('imports.fitsNothing')}
              </span>
            )}
            {unread > 0 && (
              <span className={styles.unread}>
                <Icon of={TriangleAlert} size={14} />
                {t('imports.unreadColumns', { count: unread, shown: format.figure(unread) })}
              </span>
            )}
          </div>
        </div>
        {preview.needs_timezone && (
          <ChoiceField
            label={t('imports.timezone')}
            hint={t('imports.timezoneHint')}
            value={picked.timezone ?? zone}
            onChange={(timezone) => onChange({ timezone })}
            choices={zones}
            message={message(isRefusal(error) ? error.field('timezone') : undefined)}
          />
        )}
        {reading.stereo.files > 0 && (
          <Segments
            label={t('imports.leftChannel')}
            value={reading.stereo.channels ?? 'agent_left'}
            onChange={(id) => onChange({ channels: channelRules.find((one) => one === id) })}
            choices={channelRules.map((id) => ({ id, name: t(`imports.left.${id}`) }))}
          />
        )}
        {categories.length > 0 && (
          <ChoiceTagsField
            label={t('imports.addTo')}
            value={picked.category_ids ?? []}
            onChange={(category_ids) => onChange({ category_ids })}
            choices={categories}
          />
        )}
        <div className={styles.ticks}>
          {rows_without_audio > 0 && (
            <Checkbox
              isSelected={picked.metadata_only ?? false}
              onChange={(metadata_only) => onChange({ metadata_only })}
              hint={t('imports.withoutAudioHint')}
            >
              {t('imports.withoutAudio', { count: rows_without_audio, shown: format.figure(rows_without_audio) })}
            </Checkbox>
          )}
          {record_files > 0 && (
            <Checkbox
              isSelected={picked.create_missing ?? mayCreate}
              onChange={(create_missing) => onChange({ create_missing })}
              isReadOnly={!mayCreate}
              hint={t(mayCreate ? 'imports.createMissingHint' : 'imports.createMissingMayNot')}
            >
              {t('imports.createMissing')}
            </Checkbox>
          )}
        </div>
      </div>
      {needed_bytes > free_bytes && <FormMessage>{diskText({ needed_bytes, free_bytes })}</FormMessage>}
    </section>
  );
}

/** Files of call details of which nothing says what a call's time or recording is. */
function unknownFiles({ columns }: ImportReading): string[] {
  const known = new Set(
    columns.flatMap(({ file, field }) =>
      field !== null && /^(file|setup_time|date|connect_time)$/.test(field) ? [file] : [],
    ),
  );
  return [...new Set(columns.map(({ file }) => file))].filter((file) => !known.has(file));
}

type PresetChoiceProps = {
  /** Whether it was changed here. */
  isChanged: boolean;
  reading: ImportReading;
  value: string;
  onChange: (preset_id: string) => void;
  children: string;
};

/** The presets: the recognised one, the others that fit with their counts, and all others. */
function PresetChoice({ reading, value, isChanged, onChange, children }: PresetChoiceProps) {
  const { t } = useTranslation();
  const all = useImportPresets();
  const fitting = [reading.preset, ...reading.others].filter((one) => one?.preset_id && one.fits > 0);
  const fits = ({ preset_id, name }: ImportPreset) => {
    const one = fitting.find((known) => known?.preset_id === preset_id);
    return one ? t('imports.presetFits', { name, fits: one.fits, of: one.of }) : name;
  };
  const [first, rest] = [
    all.filter(({ preset_id }) => fitting.some((one) => one?.preset_id === preset_id)),
    all.filter(({ preset_id }) => !fitting.some((one) => one?.preset_id === preset_id)),
  ];
  const recognised =
    value === '' && reading.preset
      ? t(isChanged ? 'imports.presetChanged' : 'imports.presetRecognised', { name: reading.preset.name })
      : t('imports.presetAny');
  return (
    <ChoiceField
      label={t('imports.howRead')}
      hint={children}
      opensOn="input"
      value={value}
      onChange={onChange}
      choices={[
        { id: '', name: recognised },
        ...[...first, ...rest].map((preset) => ({ id: preset.preset_id, name: fits(preset) })),
      ]}
    />
  );
}
