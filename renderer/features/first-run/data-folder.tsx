import type { Machine } from '@shared/ipc';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Folder } from 'lucide-react';
import { Group } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { machineKey } from '../../api/cache/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import styles from './data-folder.module.css';

/** The folder for the calls and its free space, with a button to choose another folder. */
export function DataFolder({ machine }: { machine: Machine }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: () => bridge.moveData(),
    onSuccess: (moved) => moved && !('unusable' in moved) && client.setQueryData(machineKey, moved),
  });
  const unusable = move.data && 'unusable' in move.data ? move.data.unusable : undefined;
  return (
    <Group aria-labelledby="data-folder">
      <p id="data-folder" className={styles.label}>
        {t('firstRun.dataFolder')}
      </p>
      <div className={styles.box}>
        <Icon of={Folder} />
        <span className={styles.name}>{machine.data_folder}</span>
        <span className={styles.free}>{t('firstRun.free', { size: format.bytes(machine.free_bytes) })}</span>
        <Button look="quiet" busy={move.isPending} onPress={() => move.mutate()}>
          {t('firstRun.change')}
        </Button>
      </div>
      {unusable && <FormMessage>{t(`firstRun.folder.${unusable}`)}</FormMessage>}
      {move.error && <FormMessage>{t('firstRun.moveFailed')}</FormMessage>}
    </Group>
  );
}
