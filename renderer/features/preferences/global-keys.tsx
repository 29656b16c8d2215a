import { globalKeys } from '@shared/preferences';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../core/preferences';
import { useKeysOf } from '../../core/shortcuts';
import { SelectField } from '../../ui/select-field';
import styles from './preferences-page.module.css';

/** Which keys of recording also work while another program is in front. */
export function GlobalKeys() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { global_keys, change } = usePreferences();
  const keys = { start: keysOf('record') ?? '–', pause: keysOf('pauseRecording') ?? '–' };
  return (
    <>
      <SelectField
        label={t('preferences.globalKeys')}
        value={global_keys}
        onChange={(id) => change({ global_keys: globalKeys.find((one) => one === id) ?? 'pause' })}
        choices={globalKeys.map((id) => ({ id, name: t(`preferences.global.${id}`) }))}
      />
      <p className={styles.hint}>{t('preferences.globalHint', keys)}</p>
    </>
  );
}
