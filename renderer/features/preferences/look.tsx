import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../core/preferences';
import { useKeysOf } from '../../core/shortcuts';
import { Segments } from '../../ui/segments';

/** The theme. The zoom has its keys and its menu. */
export function Look() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { theme, change } = usePreferences();
  const [keysIn, keysOut] = [keysOf('zoomIn'), keysOf('zoomOut')];
  return (
    <Segments
      label={t('preferences.theme')}
      value={theme}
      onChange={(id) => change({ theme: id as typeof theme })}
      choices={[
        { id: 'system', name: t('preferences.system') },
        { id: 'light', name: t('preferences.light') },
        { id: 'dark', name: t('preferences.dark') },
      ]}
      hint={keysIn && keysOut && t('preferences.zoomHint', { keysIn, keysOut })}
    />
  );
}
