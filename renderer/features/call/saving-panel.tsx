import type { Saving } from '@shared/ipc';
import { CircleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../api/bridge';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { ProgressRing } from '../../ui/progress-ring';
import { dismiss, dismissRefusal, useSaving } from './saving';
import styles from './saving-panel.module.css';

/** The running downloads with their progress and Cancel. An error stays until it is closed. */
export function SavingPanel() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { shown, refusal } = useSaving();
  if (shown.length === 0 && refusal === null) return null;
  return (
    <section className={styles.panel} aria-label={t('saving.name')}>
      {shown.map((saving) =>
        saving.state === 'failed' ? (
          <Failed key={saving.id} title={t('saving.failed', { name: saving.name })} onClose={() => dismiss(saving.id)}>
            {t('saving.brokenOff')}
          </Failed>
        ) : (
          <Running key={saving.id} saving={saving} />
        ),
      )}
      {refusal && (
        <Failed title={t('saving.refused')} onClose={dismissRefusal}>
          {refusalText(refusal)}
        </Failed>
      )}
    </section>
  );
}

function Running({ saving: { id, name, received_bytes, total_bytes } }: { saving: Saving }) {
  const { t } = useTranslation();
  const format = useFormat();
  const share = total_bytes > 0 ? received_bytes / total_bytes : undefined;
  return (
    <div className={styles.row}>
      <ProgressRing value={share} label={name} />
      <p className={styles.title} role="status" dir="auto" title={name}>
        {name}
      </p>
      <span className={styles.share}>
        {share === undefined ? format.bytes(received_bytes) : format.percent(Math.round(share * 100))}
      </span>
      <Button aria-label={t('saving.cancel', { name })} onPress={() => void bridge.stopSaving(id)}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}

function Failed({ title, children, onClose }: { title: string; children: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.row} role="alert">
      <Icon of={CircleAlert} className={styles.sign} />
      <div className={styles.said}>
        <p className={styles.title}>{title}</p>
        <p className={styles.why}>{children}</p>
      </div>
      <IconButton label={t('ui.close')} size={24} placement="top" onPress={onClose}>
        <Icon of={X} size={14} />
      </IconButton>
    </div>
  );
}
