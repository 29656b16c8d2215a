import { type Backup, deleteBackup } from '@shared/contract/backups';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { backupsKey } from '../../api/cache/backups';
import { refresh } from '../../core/query-client';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { toast } from '../../ui/toast';

type Props = { backup: Backup; unavailable: string | undefined };

/** Deletes a backup, after asking. */
export function DeleteBackup({ backup: { backup_id, created_at }, unavailable }: Props) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const time = useFormat().started(created_at);
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    gcTime: 0,
    mutationFn: () => api(deleteBackup, { params: { backup_id } }),
    onSuccess: async () => {
      setAsking(false);
      toast(t('settings.backupDeleted', { time }));
      await refresh([backupsKey]);
    },
  });
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('settings.backupDeleteNamed', { time })}
        unavailable={unavailable}
        onPress={() => setAsking(true)}
      >
        {t('settings.backupDelete')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('settings.backupDeleteTitle', { time })}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('settings.backupKeep')}
            </Button>
            <Button look="danger" busy={remove.isPending} onPress={() => remove.mutate()}>
              {t('settings.backupDelete')}
            </Button>
          </>
        }
      >
        <p>{t('settings.backupDeleteText')}</p>
        {remove.error && <FormMessage>{refusalText(remove.error)}</FormMessage>}
      </Dialog>
    </>
  );
}
