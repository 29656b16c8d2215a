import { ArrowLeft, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useImportPresets } from '../../core/import-presets';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { useImportWays } from '../imports';
import styles from './phone-systems-page.module.css';

/** The systems with steps here, each by the key of its built-in preset. */
const systems = [
  ...(['freepbx', 'asterisk', 'freeswitch', '3cx', 'yeastar', 'grandstream', 'zoom-phone', 'webex-calling'] as const),
  ...(['ringcentral', 'twilio', 'genesys-cloud', 'amazon-connect', 'teams', 'cisco-cucm', 'android'] as const),
] as const;
const steps = ['where', 'switch', 'choose'] as const;

/** How to get the recordings of a phone system: where it keeps them, what to turn on there, and what to choose here. */
export function PhoneSystemsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [system, setSystem] = useState<(typeof systems)[number]>('freepbx');
  const { chooseFolder, unavailable } = useImportWays();
  const preset = useImportPresets().find(({ key }) => key === system);
  return (
    <Page label={t('phoneSystems.title')}>
      <PageBar
        title={t('phoneSystems.title')}
        before={
          <IconButton label={t('keys.command.back')} size={30} onPress={() => void navigate(-1)}>
            <Icon of={ArrowLeft} />
          </IconButton>
        }
      />
      <div className={styles.page}>
        <ul className={styles.systems} aria-label={t('phoneSystems.systems')} data-page-focus>
          {systems.map((id) => (
            <li key={id}>
              <button
                type="button"
                className={styles.system}
                aria-current={id === system ? 'true' : undefined}
                onClick={() => setSystem(id)}
              >
                {t(`phoneSystems.system.${id}.name`)}
              </button>
            </li>
          ))}
        </ul>
        <section className={styles.steps} aria-labelledby="phone-system" aria-live="polite">
          <p className={styles.lead}>{t('phoneSystems.text')}</p>
          <h2 className={styles.name} id="phone-system">
            {t(`phoneSystems.system.${system}.name`)}
          </h2>
          <ol className={styles.list}>
            {steps.map((step) => (
              <li key={step}>
                <h3>{t(`phoneSystems.${step}`)}</h3>
                <p>{t(`phoneSystems.system.${system}.${step}`)}</p>
              </li>
            ))}
          </ol>
          <div>
            <Button
              look="ink"
              icon={<Icon of={FolderOpen} />}
              unavailable={unavailable}
              onPress={() => void chooseFolder(preset?.preset_id)}
            >
              {t('phoneSystems.chooseFolder')}
            </Button>
          </div>
        </section>
      </div>
    </Page>
  );
}
