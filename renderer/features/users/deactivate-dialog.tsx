import type { User } from '@shared/contract/users';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';

type Props = { users: readonly User[]; open: boolean; onClose: () => void; onDeactivate: () => void };

/** Asks before users are deactivated. */
export function DeactivateDialog({ users, open, onClose, onDeactivate }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const [first] = users;
  const count = users.length;
  const deactivate = () => {
    onClose();
    onDeactivate();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        count === 1
          ? t('users.deactivateOne', { name: first?.name })
          : t('users.deactivateMany', { shown: format.figure(count) })
      }
      role="alertdialog"
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('users.keepActive')}
          </Button>
          <Button look="danger" onPress={deactivate}>
            {t('users.deactivate')}
          </Button>
        </>
      }
    >
      <p>{t('users.deactivateText', { count })}</p>
    </Dialog>
  );
}
