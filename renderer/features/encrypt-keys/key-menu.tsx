import { type EncryptKey, encryptKeyApi, exportKey } from '@shared/contract/encrypt-keys';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { DeleteKeyDialog, useNeed } from './delete-key';
import { ExportDialog } from './export-key';

/** Further actions on a key of the overview. */
export function KeyMenu({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayExport = useMay(exportKey) && encryptKey.has_private_key;
  const mayDelete = useMay(encryptKeyApi.delete);
  const need = useNeed()(encryptKey);
  const [asks, ask] = useState<'export' | 'delete' | null>(null);
  const close = () => ask(null);
  const { key_id, name } = encryptKey;
  return (
    <>
      <Menu
        label={t('encryptKeys.moreOf', { name })}
        trigger={
          <IconButton label={t('encryptKeys.moreOf', { name })}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem onAction={() => void navigate(key_id)}>{t('encryptKeys.open')}</MenuItem>
        {mayExport && <MenuItem onAction={() => ask('export')}>{t('encryptKeys.exportPrivate')}</MenuItem>}
        {mayDelete && (
          <MenuItem unavailable={need} onAction={() => ask('delete')}>
            {t('encryptKeys.deleteOne')}
          </MenuItem>
        )}
      </Menu>
      {asks === 'export' && <ExportDialog encryptKey={encryptKey} onClose={close} />}
      {asks === 'delete' && <DeleteKeyDialog encryptKey={encryptKey} onClose={close} />}
    </>
  );
}
