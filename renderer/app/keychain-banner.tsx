import { LockKeyhole } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMachine } from '../api/machine';
import { OpenKit } from '../features/recovery-kit';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Popover } from '../ui/popover';
import styles from './keychain-banner.module.css';

/** Shown while the keychain has a problem: what does not work, and what to do. Everything else keeps working. */
export function KeychainBanner() {
  const { t } = useTranslation();
  const { data: machine, refetch, isFetching } = useMachine();
  if (machine === undefined || machine.keychain === 'ok') return null;
  const { keychain, kit } = machine;
  return (
    <Banner
      icon={<Icon of={LockKeyhole} />}
      title={kit === 'opened' ? t('recoveryKit.openedTitle') : t(`keychain.${keychain}.title`)}
      text={kit === 'opened' ? t('recoveryKit.openedText') : t(`keychain.${keychain}.text`)}
    >
      <Popover label={t('keychain.howTo')} placement="bottom end" trigger={<Button>{t('keychain.howTo')}</Button>}>
        <p className={styles.help}>{t(`keychain.${keychain}.help`)}</p>
      </Popover>
      <Button busy={isFetching} onPress={() => void refetch()}>
        {t('keychain.look')}
      </Button>
      {kit === 'opens' && <OpenKit />}
    </Banner>
  );
}
