import { CircleAlert, LifeBuoy, LockKeyhole, LockKeyholeOpen, UserKey } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { RecoveryKitDialog } from '../recovery-kit';
import { useMasterKey } from './encrypt-keys';
import styles from './key-safety.module.css';

/** What keeps the keys safe: the keychain, a recovery kit, and the caller's own key pair. */
export function KeySafety() {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const { data } = useMasterKey();
  if (!data) return <div className={styles.strip} />;
  const { state, kit_made_at } = data;
  const set_at = user.fieldset_login?.password_set_at;
  return (
    <ul className={styles.strip}>
      {state === 'ok' ? (
        <Point icon={<Icon of={LockKeyholeOpen} size={18} />} title={t('encryptKeys.keychainOk')}>
          {t('encryptKeys.keychainHolds')}
        </Point>
      ) : (
        <Point icon={<Icon of={LockKeyhole} size={18} />} title={t(`keychain.${state}.title`)} isOpen>
          {t(`keychain.${state}.text`)}
        </Point>
      )}
      {kit_made_at === null ? (
        <Point icon={<Icon of={CircleAlert} size={18} />} title={t('encryptKeys.noKit')} isOpen repair={<MakeKit />}>
          {t('encryptKeys.noKitText')}
        </Point>
      ) : (
        <Point icon={<Icon of={LifeBuoy} size={18} />} title={t('encryptKeys.kit')} repair={<MakeKit />}>
          {t('encryptKeys.kitMade', { day: format.day(kit_made_at) })}
        </Point>
      )}
      <Point icon={<Icon of={UserKey} size={18} />} title={t('encryptKeys.pair')}>
        {set_at ? t('encryptKeys.pairMadeOn', { day: format.day(set_at) }) : t('encryptKeys.pairMade')}
      </Point>
    </ul>
  );
}

function MakeKit() {
  const { t } = useTranslation();
  const mayMake = useHolds('encrypt_keys:edit');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    void refresh(changedByEncryptKey);
    setOpen(false);
  };
  return (
    <>
      <Button unavailable={mayMake ? undefined : t('encryptKeys.mayNotEdit')} onPress={() => setOpen(true)}>
        {t('encryptKeys.makeKit')}
      </Button>
      {isOpen && <RecoveryKitDialog onClose={close} />}
    </>
  );
}

type PointProps = { icon: ReactNode; title: string; children: string; isOpen?: boolean; repair?: ReactNode };

function Point({ icon, title, children, isOpen = false, repair }: PointProps) {
  const id = useId();
  return (
    <li className={styles.point} data-open={isOpen || undefined} aria-labelledby={id}>
      {icon}
      <span>
        <span id={id} className={styles.title}>
          {title}
        </span>{' '}
        <span className={styles.text}>{children}</span>
        {repair}
      </span>
    </li>
  );
}
