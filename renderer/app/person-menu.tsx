import { ChevronsUpDown, KeyRound, LifeBuoy, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../core/preferences';
import { runCommand } from '../core/run-command';
import { useHolds, useSignedIn } from '../core/session';
import { useKeysOf } from '../core/shortcuts';
import { useCommandText } from '../core/use-command-text';
import { RecoveryKitDialog } from '../features/recovery-kit';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Menu, MenuGroup, MenuItem, MenuLine } from '../ui/menu';
import styles from './person-menu.module.css';

/** The menu of the signed-in user: zoom, preferences, recovery kit, signing out. */
export function PersonMenu({ rail }: { rail: boolean }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { user, role } = useSignedIn();
  const zoom = usePreferences((preferences) => preferences.zoom);
  const text = useCommandText();
  const mayMakeKit = useHolds('encrypt_keys:edit');
  const [kitOpen, setKitOpen] = useState(false);
  const opener = (
    <AriaButton className={styles.opener ?? ''} data-rail={rail || undefined}>
      <Avatar name={user.name} />
      <span className={rail ? 'visually-hidden' : styles.who}>
        <span className={styles.name}>{user.name}</span> <span className={styles.role}>{role.name}</span>
      </span>
      {!rail && <Icon of={ChevronsUpDown} size={14} />}
    </AriaButton>
  );
  return (
    <>
      <Menu trigger={opener} label={user.name} placement="top start">
        <MenuGroup title={t('person.zoom', { percent: Math.round(zoom * 100) })}>
          {(['zoomIn', 'zoomOut', 'zoomReset'] as const).map((id) => (
            <MenuItem key={id} keys={keysOf(id)} onAction={() => runCommand(id)} staysOpen>
              {text(id)}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuLine />
        <MenuItem icon={<Icon of={Settings} />} keys={keysOf('preferences')} onAction={() => runCommand('preferences')}>
          {t('person.preferences')}
        </MenuItem>
        <MenuItem icon={<Icon of={KeyRound} />} onAction={() => runCommand('account')}>
          {t('person.account')}
        </MenuItem>
        {mayMakeKit && (
          <MenuItem icon={<Icon of={LifeBuoy} />} onAction={() => setKitOpen(true)}>
            {t('person.recoveryKit')}
          </MenuItem>
        )}
        <MenuItem icon={<Icon of={LogOut} />} onAction={() => runCommand('signOut')}>
          {t('person.signOut')}
        </MenuItem>
      </Menu>
      {kitOpen && <RecoveryKitDialog onClose={() => setKitOpen(false)} />}
    </>
  );
}
