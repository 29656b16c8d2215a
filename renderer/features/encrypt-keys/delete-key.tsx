import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { useMay } from '../../core/session';
import { DeleteDialog, DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';
import { useEncryptKeys } from './encrypt-keys';

/** The words and the consequences of deleting a key. */
function useDeletion({ key_id, name, files }: EncryptKey) {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    words: useDeleteWords('encryptKeys', name),
    id: key_id,
    remove: () => api(encryptKeyApi.delete, { params: { key_id } }),
    list: '/admin/keys',
    changed: changedByEncryptKey,
    children: <p>{t('encryptKeys.deleteText', { count: files, shown: format.figure(files) })}</p>,
  };
}

/** Whether new recordings that are encrypted to the key alone can be played again, here or where its private half is. */
const keepsRecordings = ({ has_private_key, protection_mode, granted_users }: EncryptKey) =>
  !has_private_key || protection_mode === 'application' || granted_users.length > 0;

/** Why a key cannot be deleted: recordings need it, earlier ones or the next ones. Undefined if it can. */
export function useNeed(): (key: EncryptKey) => string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: keys = [] } = useEncryptKeys();
  return ({ key_id, is_active, files_only_here: count }) => {
    if (count > 0) return t('encryptKeys.needed', { count, shown: format.figure(count) });
    const others = keys.filter((other) => other.key_id !== key_id && other.is_active && keepsRecordings(other));
    return is_active && others.length === 0 ? t('encryptKeys.lastActive') : undefined;
  };
}

/** Deletes the key of a page, after asking. */
export function DeleteKey({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const deletion = useDeletion(encryptKey);
  const mayDelete = useMay(encryptKeyApi.delete);
  const needOf = useNeed();
  return <DeleteRecord unavailable={mayDelete ? needOf(encryptKey) : t('encryptKeys.mayNotDelete')} {...deletion} />;
}

/** The question before a key of the overview is deleted. */
export function DeleteKeyDialog({ encryptKey, onClose }: { encryptKey: EncryptKey; onClose: () => void }) {
  const deletion = useDeletion(encryptKey);
  return <DeleteDialog open onClose={onClose} {...deletion} />;
}
