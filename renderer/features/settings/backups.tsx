import { type Backup, createBackup, listBackups } from '@shared/contract/backups';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { backupsKey } from '../../api/cache/backups';
import { refresh } from '../../core/query-client';
import { Section } from '../../form/section';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import styles from './backups.module.css';
import { DeleteBackup } from './delete-backup';

/** The backups of the database, and the button that makes one. `unavailable`: why this user cannot change them. */
export function Backups({ unavailable }: { unavailable: string | undefined }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { data, error } = useQuery({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api(listBackups, { signal, query: { limit: 100 } }),
  });
  const make = useMutation({
    gcTime: 0,
    mutationFn: () => api(createBackup, { body: { backup: {} } }),
    onSuccess: async () => {
      await refresh([backupsKey]);
      toast(t('settings.backupMade'));
    },
  });
  const fault = make.error ?? error;
  return (
    <Section title={t('settings.backups')} hint={t('settings.backupsHint')}>
      <p className={styles.text}>{t('settings.backupsText')}</p>
      {data && data.backups.length > 0 && <Table backups={data.backups} unavailable={unavailable} />}
      {data?.backups.length === 0 && <p className={styles.quiet}>{t('settings.noBackups')}</p>}
      {fault && <FormMessage>{refusalText(fault)}</FormMessage>}
      <div>
        <Button unavailable={unavailable} busy={make.isPending} onPress={() => make.mutate()}>
          {t('settings.backUp')}
        </Button>
      </div>
    </Section>
  );
}

function Table({ backups, unavailable }: { backups: readonly Backup[]; unavailable: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <table className={styles.table} aria-label={t('settings.backups')}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('settings.backupTime')}</th>
          <th scope="col">{t('settings.backupFile')}</th>
          <th scope="col">{t('settings.backupSize')}</th>
          <th scope="col">{t('settings.backupDelete')}</th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <tr key={backup.backup_id}>
            <td>{format.startedExactly(backup.created_at)}</td>
            <td className={styles.file} onPointerEnter={titleWhenCut}>
              {backup.expires_at === null
                ? backup.file_name
                : t('settings.backupExpires', { time: format.startedExactly(backup.expires_at) })}
            </td>
            <td className={styles.figure}>{format.bytes(backup.file_size)}</td>
            <td>
              <DeleteBackup backup={backup} unavailable={unavailable} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
