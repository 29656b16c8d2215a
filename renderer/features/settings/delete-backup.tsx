import { type Backup, deleteBackup } from '@shared/contract/backups';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { backupsKey } from '../../api/cache/backups';
import { DeleteRecord } from '../../form/delete-record';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';

type Props = { backup: Backup; unavailable: string | undefined };

/** Deletes a backup, after asking. */
export function DeleteBackup({ backup: { backup_id, created_at }, unavailable }: Props) {
  const { t } = useTranslation();
  const time = useFormat().startedWithin(created_at);
  const ask = t('settings.backupDelete');
  return (
    <DeleteRecord
      words={{
        ask,
        title: t('settings.backupDeleteTitle', { time }),
        keep: t('settings.backupKeep'),
        remove: ask,
        removed: t('settings.backupDeleted', { time }),
      }}
      id={backup_id}
      remove={() => api(deleteBackup, { params: { backup_id } })}
      changed={[backupsKey]}
      trigger={(onPress) => (
        <Button
          look="quiet"
          aria-label={t('settings.backupDeleteNamed', { time })}
          unavailable={unavailable}
          onPress={onPress}
        >
          {ask}
        </Button>
      )}
    >
      <p>{t('settings.backupDeleteText')}</p>
    </DeleteRecord>
  );
}
