import { type ImportPreview, type NewImport, previewImport } from '@shared/contract/imports';
import type { Source } from '@shared/ipc';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, FolderOpen, Import, ListChecks } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { isRefusal } from '../../api/refusal';
import { useHolds, useMayCreateMissing, useZone } from '../../core/session';
import { useCommand } from '../../core/use-command';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { useDiskText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { zones } from '../../i18n/zones';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { Menu, MenuItem } from '../../ui/menu';
import { Spinner } from '../../ui/spinner';
import { useLater } from '../../ui/use-later';
import { type Chosen, discardChosen, useImportFlow, useImportText, useImportWays, useStartImport } from './import-flow';
import styles from './import-menu.module.css';

const importsPath = '/admin/imports';

/** The main action of the review page: importing calls. `children` are further items of its menu. */
export function ImportMenu({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const mayImport = useHolds('calls:create');
  const ways = useImportWays();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chosen = useImportFlow((flow) => flow.chosen);
  const failure = useImportFlow((flow) => flow.failure);
  const importText = useImportText();
  const close = () => useImportFlow.setState({ failure: null });
  const reading = useReadingOnly();
  const mayNot = mayImport ? undefined : (reading ?? t('imports.mayNot'));
  useCommand('importFolder', mayImport ? () => void ways.chooseFolder() : undefined, mayNot);
  useCommand('importFiles', mayImport ? () => void ways.chooseFiles() : undefined, mayNot);
  const icon = <Icon of={Import} />;
  if (!mayImport)
    return (
      <Button icon={icon} unavailable={mayNot}>
        {t('imports.import')}
      </Button>
    );
  return (
    <>
      <Menu
        label={t('imports.import')}
        trigger={
          <Button icon={icon} busy={ways.busy}>
            {t('imports.import')}
          </Button>
        }
      >
        <MenuItem icon={<Icon of={FolderOpen} />} onAction={() => void ways.chooseFolder()}>
          {t('imports.chooseFolder')}
        </MenuItem>
        <MenuItem icon={<Icon of={FileAudio} />} onAction={() => void ways.chooseFiles()}>
          {t('imports.chooseFiles')}
        </MenuItem>
        {pathname !== importsPath && (
          <MenuItem icon={<Icon of={ListChecks} />} onAction={() => void navigate(importsPath)}>
            {t('imports.earlier')}
          </MenuItem>
        )}
        {children}
      </Menu>
      {chosen && <PreviewDialog key={chosen.id} chosen={chosen} />}
      <Dialog
        open={failure !== null}
        onClose={close}
        role="alertdialog"
        title={t('imports.startFailed')}
        actions={
          <Button autoFocus onPress={close}>
            {t('ui.close')}
          </Button>
        }
      >
        <p>{failure && importText(failure)}</p>
      </Dialog>
    </>
  );
}

/** Previews an import, asks for missing information, and starts it. */
function PreviewDialog({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const zone = useZone();
  const start = useStartImport();
  const importText = useImportText();
  const mayCreate = useMayCreateMissing();
  const { data: preview, error } = usePreview(chosen);
  const [picked, setPicked] = useState<Partial<Options>>({});
  const isReading = preview === undefined && error === null;
  // A small folder is read before a spinner would be noticed.
  const isSlow = useLater(isReading, 300);
  if (isReading && !isSlow) return null;

  const options: Options = {
    timezone: zone,
    create_missing: mayCreate,
    metadata_only: preview?.recordings === 0,
    ...picked,
  };
  const hasCalls = Boolean(preview && bringsCalls(preview, options.metadata_only));
  const close = () => void discardChosen(chosen);
  const failure = error ?? (isRefusal(start.error) && start.error.field('timezone') ? null : start.error);
  return (
    <Dialog
      open
      onClose={close}
      title={preview ? t('imports.previewTitle', { name: preview.name }) : t('imports.import')}
      actions={
        <>
          <Button onPress={close}>{t('ui.cancel')}</Button>
          {preview && (
            <Button
              look="ink"
              busy={start.isPending}
              unavailable={
                hasCalls ? undefined : t(preview.rows_without_audio > 0 ? 'imports.noneTicked' : 'imports.nothing')
              }
              onPress={() => start.mutate({ source: preview.handle, ...options })}
            >
              {t('imports.import')}
            </Button>
          )}
        </>
      }
    >
      {isReading && (
        <p className={styles.reading} role="status">
          <Spinner />
          {t('imports.reading')}
        </p>
      )}
      {preview === null && <p>{t('imports.nothing')}</p>}
      {preview && (
        <ImportOptions
          preview={preview}
          options={options}
          onChange={(change) => setPicked({ ...picked, ...change })}
          error={start.error}
        />
      )}
      {failure && <FormMessage>{importText(failure)}</FormMessage>}
    </Dialog>
  );
}

type Preview = Source & ImportPreview;

/** The chosen source and its content; null when nothing was chosen. */
const usePreview = ({ id, source }: Chosen) =>
  useQuery({
    queryKey: importKeys.preview(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Preview | null> => {
      const known = await source;
      if (known === null) return null;
      const { preview } = await api(previewImport, { body: { preview: { source: known.handle } }, signal });
      return { ...known, ...preview };
    },
  });

/** Whether an import would create any calls. */
const bringsCalls = ({ recordings, rows_without_audio }: ImportPreview, metadata_only: boolean): boolean =>
  recordings > 0 || (metadata_only && rows_without_audio > 0);

type Options = Required<Pick<NewImport, 'timezone' | 'create_missing' | 'metadata_only'>>;

type ImportOptionsProps = {
  preview: ImportPreview;
  options: Options;
  onChange: (change: Partial<Options>) => void;
  error: Error | null;
};

/** The content of the chosen files, and only the options that matter for them. */
function ImportOptions({ preview, options, onChange, error }: ImportOptionsProps) {
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
