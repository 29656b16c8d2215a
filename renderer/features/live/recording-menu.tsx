import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { DiscardQuestion } from '../recorder';

/** Further actions on an open recording, if the role allows them. */
export function RecordingMenu({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation();
  const mayRemove = useHolds('calls:delete');
  const [isAsking, setAsking] = useState(false);
  if (!mayRemove) return null;
  return (
    <>
      <Menu
        label={t('live.more')}
        trigger={
          <IconButton label={t('live.more')}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem icon={<Icon of={Trash2} />} onAction={() => setAsking(true)}>
          {t('live.discard')}
        </MenuItem>
      </Menu>
      <DiscardQuestion open={isAsking} onClose={() => setAsking(false)} onDiscard={onDiscard} />
    </>
  );
}
