import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { useMay } from '../../core/session';
import { DeleteDialog, DeleteRecord } from '../../form/delete-record';
import { useDeleteWords } from '../../form/use-delete-words';
import { useFormat } from '../../i18n/use-format';

/** The words and the consequences of deleting a key. */
function useDeletion({ key_id, name, files }: EncryptKey) {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    words: useDeleteWords('encryptKeys', name),
    remove: () => api(encryptKeyApi.delete, { params: { key_id } }),
    list: '/admin/keys',
    changed: changedByEncryptKey,
    children: <p>{t('encryptKeys.deleteText', { count: files, shown: format.figure(files) })}</p>,
  };
}

/** Deletes the key of a page, after asking. */
export function DeleteKey({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const deletion = useDeletion(encryptKey);
  const mayDelete = useMay(encryptKeyApi.delete);
  const { files_only_here: count } = encryptKey;
  const needed = count > 0 ? t('encryptKeys.needed', { count, shown: format.figure(count) }) : undefined;
  return <DeleteRecord unavailable={mayDelete ? needed : t('encryptKeys.mayNotDelete')} {...deletion} />;
}

/** The question before a key of the overview is deleted. */
export function DeleteKeyDialog({ encryptKey, onClose }: { encryptKey: EncryptKey; onClose: () => void }) {
  const deletion = useDeletion(encryptKey);
  return <DeleteDialog open onClose={onClose} {...deletion} />;
}
