import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useMayCreateMissing, useZone } from '../../core/session';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Spinner } from '../../ui/spinner';
import { useLater } from '../../ui/use-later';
import { type Chosen, discardChosen, useImportText, useStartImport } from './import-flow';
import { ImportOptions, type Options } from './import-options';
import styles from './preview-dialog.module.css';
import { bringsCalls, usePreview } from './use-preview';

/** Previews an import, asks for missing information, and starts it. */
export function PreviewDialog({ chosen }: { chosen: Chosen }) {
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
