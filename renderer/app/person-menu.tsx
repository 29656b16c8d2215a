import { ChevronsUpDown, KeyRound, LifeBuoy, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keysOf } from '../core/commands';
import { usePreferences } from '../core/preferences';
import { useHolds, useSignedIn, useSignOut } from '../core/session';
import { useLiveCommands } from '../core/use-command';
import { RecoveryKitDialog } from '../features/recovery-kit';
import { Avatar } from '../ui/avatar';
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuLine } from '../ui/menu';
import styles from './person-menu.module.css';

/** The menu of the signed-in user: theme, language, zoom, recovery kit, signing out. */
export function PersonMenu({ rail }: { rail: boolean }) {
  const { t, i18n } = useTranslation();
  const { user, role } = useSignedIn();
  const { theme, zoom, change } = usePreferences();
  const live = useLiveCommands((state) => state.live);
  const navigate = useNavigate();
  const signOut = useSignOut();
  const mayMakeKit = useHolds('encrypt_keys:edit');
  const [kitOpen, setKitOpen] = useState(false);
  const opener = (
    <AriaButton className={styles.opener ?? ''} data-rail={rail || undefined}>
      <Avatar name={user.name} />
      <span className={rail ? 'visually-hidden' : styles.who}>
        <span className={styles.name}>{user.name}</span> <span className={styles.role}>{role.name}</span>
      </span>
      {!rail && <ChevronsUpDown size={14} strokeWidth={1.75} aria-hidden="true" />}
    </AriaButton>
  );
  return (
    <>
      <Menu trigger={opener} label={user.name} placement="top start">
        <MenuChoice
          title={t('person.theme')}
          value={theme}
          onChange={(value) => change({ theme: value as typeof theme })}
        >
          <MenuItem id="system">{t('person.themeSystem')}</MenuItem>
          <MenuItem id="light">{t('person.themeLight')}</MenuItem>
          <MenuItem id="dark">{t('person.themeDark')}</MenuItem>
        </MenuChoice>
        <MenuLine />
        <MenuChoice
          title={t('person.language')}
          value={i18n.language}
          onChange={(value) => change({ language: value as 'en' | 'de' })}
        >
          <MenuItem id="en">English</MenuItem>
          <MenuItem id="de">Deutsch</MenuItem>
        </MenuChoice>
        <MenuLine />
        <MenuGroup title={t('person.zoom', { percent: Math.round(zoom * 100) })}>
          {(['zoomIn', 'zoomOut', 'zoomReset'] as const).map((id) => (
            <MenuItem key={id} keys={keysOf(id)} onAction={() => live[id]?.()} staysOpen>
              {t(`keys.command.${id}`)}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuLine />
        <MenuItem
          icon={<KeyRound size={16} strokeWidth={1.75} aria-hidden="true" />}
          onAction={() => void navigate('/account')}
        >
          {t('person.account')}
        </MenuItem>
        {mayMakeKit && (
          <MenuItem
            icon={<LifeBuoy size={16} strokeWidth={1.75} aria-hidden="true" />}
            onAction={() => setKitOpen(true)}
          >
            {t('person.recoveryKit')}
          </MenuItem>
        )}
        <MenuItem icon={<LogOut size={16} strokeWidth={1.75} aria-hidden="true" />} onAction={() => signOut.mutate()}>
          {t('person.signOut')}
        </MenuItem>
      </Menu>
      {kitOpen && <RecoveryKitDialog onClose={() => setKitOpen(false)} />}
    </>
  );
}
