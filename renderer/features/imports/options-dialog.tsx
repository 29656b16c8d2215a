import type { Source } from '@shared/ipc';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useMayCreateMissing, useSignedIn } from '../../app/session';
import { useMessage } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { useImportFlow, useImportText, useStartImport } from './import-flow';
import styles from './options-dialog.module.css';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((id) => ({
  id,
  name: id.replaceAll('_', ' '),
}));

/** What must be known before a folder comes in: how to read the times of its call records, and what may be new. */
export function OptionsDialog({ source }: { source: Source }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const start = useStartImport();
  const message = useMessage();
  const importText = useImportText();
  const [timezone, setTimezone] = useState(user.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone);
  const mayCreate = useMayCreateMissing();
  const [create_missing, setCreateMissing] = useState(mayCreate);
  const refusal = isRefusal(start.error) ? start.error : undefined;
  const close = () => useImportFlow.setState({ asking: null });
  return (
    <Dialog
      open
      onClose={close}
      title={t('imports.optionsTitle', { name: source.name })}
      actions={
        <>
          <Button onPress={close}>{t('ui.cancel')}</Button>
          <Button
            look="ink"
            busy={start.isPending}
            onPress={() => start.mutate({ source: source.handle, timezone, create_missing })}
          >
            {t('imports.import')}
          </Button>
        </>
      }
    >
      <p>{t('imports.optionsText')}</p>
      <div className={styles.fields}>
        <ChoiceField
          label={t('imports.timezone')}
          hint={t('imports.timezoneHint')}
          value={timezone}
          onChange={setTimezone}
          choices={zones}
          message={message(refusal?.field('timezone'))}
        />
        <Checkbox
          isSelected={create_missing}
          onChange={setCreateMissing}
          isReadOnly={!mayCreate}
          hint={t(mayCreate ? 'imports.createMissingHint' : 'imports.createMissingMayNot')}
        >
          {t('imports.createMissing')}
        </Checkbox>
        {start.error && refusal?.field('timezone') === undefined && (
          <FormMessage>{importText(start.error)}</FormMessage>
        )}
      </div>
    </Dialog>
  );
}
