import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../core/preferences';
import { SelectField } from '../../ui/select-field';
import { Switch } from '../../ui/switch';
import styles from './preferences-page.module.css';

const minutes = [2, 5, 10, 15, 30, 60, 240];

/** The notifications of the system, and when the window locks. */
export function LockAndNotices() {
  const { t } = useTranslation();
  const { lock_after_minutes: lock, notifies, change } = usePreferences();
  const nameOf = (value: number) =>
    value % 60 > 0
      ? t('preferences.minutes', { minutes: value })
      : value === 60
        ? t('preferences.hour')
        : t('preferences.hours', { hours: value / 60 });
  const times = [...new Set([...minutes, lock])].filter((value) => value > 0).sort((a, b) => a - b);
  return (
    <>
      <Switch
        label={t('preferences.notifies')}
        hint={t('preferences.notifiesHint')}
        value={notifies}
        onChange={(value) => change({ notifies: value })}
      />
      <SelectField
        label={t('preferences.lock')}
        value={String(lock)}
        onChange={(id) => change({ lock_after_minutes: Number(id) })}
        choices={[
          ...times.map((value) => ({ id: String(value), name: nameOf(value) })),
          { id: '0', name: t('preferences.never') },
        ]}
      />
      <p className={styles.hint}>{t('preferences.lockHint')}</p>
    </>
  );
}
