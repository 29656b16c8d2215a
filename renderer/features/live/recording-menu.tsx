import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { DiscardQuestion } from '../recorder';

/** What else can be done with a recording that goes on, if the role allows it. */
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
            <Ellipsis size={16} strokeWidth={1.75} />
          </IconButton>
        }
      >
        <MenuItem icon={<Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />} onAction={() => setAsking(true)}>
          {t('live.discard')}
        </MenuItem>
      </Menu>
      <DiscardQuestion open={isAsking} onClose={() => setAsking(false)} onDiscard={onDiscard} />
    </>
  );
}
