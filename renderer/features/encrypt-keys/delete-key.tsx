import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { useMay } from '../../core/session';
import { DeleteDialog, DeleteRecord } from '../../form/delete-record';
import { useFormat } from '../../i18n/use-format';

/** The words and the consequences of deleting a key. */
function useDeletion() {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ key_id, name, files }: EncryptKey) => ({
    words: {
      ask: t('encryptKeys.delete'),
      title: t('encryptKeys.deleteTitle', { name }),
      keep: t('encryptKeys.keep'),
      remove: t('encryptKeys.deleteNow'),
      removed: t('encryptKeys.deleted', { name }),
    },
    remove: () => api(encryptKeyApi.delete, { params: { key_id } }),
    list: '/admin/keys',
    changed: changedByEncryptKey,
    children: <p>{t('encryptKeys.deleteText', { count: files, shown: format.figure(files) })}</p>,
  });
}

/** Deletes the key of a page, after asking. */
export function DeleteKey({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const deletion = useDeletion();
  const mayDelete = useMay(encryptKeyApi.delete);
  const { files_only_here: count } = encryptKey;
  const needed = count > 0 ? t('encryptKeys.needed', { count, shown: format.figure(count) }) : undefined;
  return <DeleteRecord unavailable={mayDelete ? needed : t('encryptKeys.mayNotDelete')} {...deletion(encryptKey)} />;
}

/** The question before a key of the overview is deleted. */
export function DeleteKeyDialog({ encryptKey, onClose }: { encryptKey: EncryptKey; onClose: () => void }) {
  const deletion = useDeletion();
  return <DeleteDialog open onClose={onClose} {...deletion(encryptKey)} />;
}
