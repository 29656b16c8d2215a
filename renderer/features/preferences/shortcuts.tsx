import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CommandId, commandIds, commandOf, type Place } from '../../core/commands';
import { resetAllKeys, useShortcuts } from '../../core/shortcuts';
import { Button } from '../../ui/button';
import { Switch } from '../../ui/switch';
import { toast } from '../../ui/toast';
import { ShortcutRow } from './shortcut-row';
import styles from './shortcuts.module.css';

const places: Place[] = ['everywhere', 'list', 'player', 'form'];

/** Every command with its shortcut, which can be changed and reset. */
export function Shortcuts() {
  const { t } = useTranslation();
  const { singles, chosen } = useShortcuts();
  const [changing, setChanging] = useState<CommandId | null>(null);
  const set = (change: Partial<typeof singles>) => useShortcuts.setState({ singles: { ...singles, ...change } });
  const reset = () => {
    resetAllKeys();
    toast(t('preferences.resetDone'));
  };
  return (
    <>
      <Switch label={t('preferences.singlesPlayer')} value={singles.player} onChange={(player) => set({ player })} />
      <Switch
        label={t('preferences.singlesList')}
        hint={t('preferences.singlesListHint')}
        value={singles.list}
        onChange={(list) => set({ list })}
      />
      <div id="shortcuts" className={styles.places}>
        {places.map((place) => (
          <section key={place} aria-labelledby={`shortcuts-${place}`}>
            <h3 id={`shortcuts-${place}`} className={styles.title}>
              {t(`keys.place.${place}`)}
            </h3>
            <ul className={styles.list} data-focus-group>
              {commandIds
                .filter((id) => commandOf(id).place === place)
                .map((id) => (
                  <ShortcutRow key={id} id={id} changing={changing === id} onChanging={setChanging} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      {Object.keys(chosen).length > 0 && (
        <div>
          <Button onPress={reset}>{t('preferences.resetAll')}</Button>
        </div>
      )}
    </>
  );
}
