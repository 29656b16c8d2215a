import { type EncryptKey, encryptKeyApi } from '@shared/contract/encrypt-keys';
import {
  CircleAlert,
  FileInput,
  Headphones,
  LifeBuoy,
  LockKeyhole,
  LockKeyholeOpen,
  Plus,
  UserKey,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { changedByEncryptKey } from '../../api/cache/encrypt-keys';
import { refresh } from '../../core/query-client';
import { useHolds, useMay, useSignedIn } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { spelled } from '../../ui/fingerprint';
import { Icon } from '../../ui/icon';
import { KeyPrint } from '../../ui/key-print';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { PaneError } from '../../ui/pane-error';
import { RecoveryKitDialog } from '../recovery-kit';
import { DangerZone } from './danger-zone';
import { useEncryptKeys, useMasterKey } from './encrypt-keys';
import { KeyMenu } from './key-menu';
import styles from './key-overview.module.css';
import { KeyRows } from './key-rows';
import { KeyState, useProtection } from './key-state';
import { useSaveKey } from './use-save-key';

/** The keys: those that encrypt new recordings as cards, and the others as rows. */
export function KeyOverview() {
  const { t } = useTranslation();
  const { data, error, refetch } = useEncryptKeys();
  return (
    <Page label={t('encryptKeys.title')}>
      <PageBar title={t('encryptKeys.title')}>
        <span className={styles.space} />
        <Add />
      </PageBar>
      <div className={styles.body} data-page-focus>
        {data && <Keys keys={data} />}
        {error && <PaneError title={t('encryptKeys.failed')} error={error} onRetry={() => void refetch()} />}
      </div>
    </Page>
  );
}

function Add() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayEdit = useMay(encryptKeyApi.create);
  const unavailable = mayEdit ? undefined : t('encryptKeys.mayNotEdit');
  return (
    <>
      <Button icon={<Icon of={FileInput} />} unavailable={unavailable} onPress={() => void navigate('import')}>
        {t('encryptKeys.import')}
      </Button>
      <Button look="ink" icon={<Icon of={Plus} />} unavailable={unavailable} onPress={() => void navigate('generate')}>
        {t('encryptKeys.generate')}
      </Button>
    </>
  );
}

function Keys({ keys }: { keys: readonly EncryptKey[] }) {
  const { t } = useTranslation();
  const [active, others] = [keys.filter((key) => key.is_active), keys.filter((key) => !key.is_active)];
  return (
    <>
      <KeySafety />
      <h2 className={styles.title}>{t('encryptKeys.encrypts')}</h2>
      {active.length === 0 && <p className={styles.quiet}>{t('encryptKeys.noneActive')}</p>}
      {active.map((key) => (
        <KeyCard key={key.key_id} encryptKey={key} />
      ))}
      {others.length > 0 && (
        <>
          <h2 className={styles.title}>{t('encryptKeys.opensEarlier')}</h2>
          <KeyRows keys={others} />
        </>
      )}
      <DangerZone keys={keys} />
    </>
  );
}

/** What keeps the keys safe: the keychain, a recovery kit, and the caller's own key pair. */
function KeySafety() {
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
        <span id={id} className={styles.keySafetyTitle}>
          {title}
        </span>{' '}
        <span className={styles.text}>{children}</span>
        {repair}
      </span>
    </li>
  );
}

/** A key that encrypts new recordings. Its name opens its page. */
function KeyCard({ encryptKey }: { encryptKey: EncryptKey }) {
  const { t } = useTranslation();
  const format = useFormat();
  const protection = useProtection();
  const save = useSaveKey();
  const { key_id, name, fingerprint, key_length, created_at, files, protection_mode, granted_users, public_key } =
    encryptKey;
  const facts = [
    [t('encryptKeys.protectedBy'), protection(encryptKey)],
    [t('encryptKeys.length'), t('encryptKeys.bits', { count: key_length })],
    [t('encryptKeys.since'), format.day(created_at)],
    [t('encryptKeys.recordings'), format.figure(files)],
  ] as const;
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.picture}>
        <KeyPrint fingerprint={fingerprint} size="card" />
      </div>
      <div className={styles.content}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <Link to={key_id}>{name}</Link>
          </h3>
          <KeyState encryptKey={encryptKey} />
          <span className={styles.keyCardSpace} />
          <Button
            look="quiet"
            aria-label={t('encryptKeys.exportPublicOf', { name })}
            onPress={() => save(name, public_key)}
          >
            {t('encryptKeys.exportPublic')}
          </Button>
          <KeyMenu encryptKey={encryptKey} />
        </div>
        <p className={styles.fingerprint}>{spelled(fingerprint)}</p>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.who}>
          <Icon of={Headphones} />
          {protection_mode === 'application'
            ? t('encryptKeys.byRole')
            : t('encryptKeys.byGrant', { count: granted_users.length, shown: format.figure(granted_users.length) })}
        </p>
      </div>
    </section>
  );
}
