import { userApi } from '@shared/contract/users';
import { globalKeys } from '@shared/preferences';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { api } from '../../api/api';
import { type CommandId, type CommandPlace, commandIds, commandOf } from '../../core/commands';
import { usePreferences } from '../../core/preferences';
import { refresh } from '../../core/query-client';
import { useReadSession, useSignedIn } from '../../core/session';
import { resetAllKeys, useKeysOf, useShortcuts } from '../../core/shortcuts';
import { useReadingOnly } from '../../core/view-as';
import { FieldRow, Section } from '../../form/section';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { zoneChoices } from '../../i18n/zones';
import { Button } from '../../ui/button';
import { ChoiceField } from '../../ui/choice-field';
import { Page, PageSections } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { Segments } from '../../ui/segments';
import { SelectField } from '../../ui/select-field';
import { Switch } from '../../ui/switch';
import { toast } from '../../ui/toast';
import { PlayerDefaults } from './player-defaults';
import styles from './preferences-page.module.css';
import { ShortcutRow } from './shortcut-row';
import shortcuts from './shortcuts.module.css';
import { KeepRunning, UpdateSettings } from './this-program';

/** The preferences of the user. Every change applies at once, so there is no save bar. */
export function PreferencesPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <Page label={t('preferences.title')}>
      <PageBar title={t('preferences.title')} />
      <PageSections>
        <Section title={t('preferences.region')} hint={t('preferences.regionHint')}>
          <Region />
        </Section>
        <Section title={t('preferences.look')}>
          <Look />
        </Section>
        <Section title={t('preferences.player')} hint={t('preferences.playerHint')}>
          <PlayerDefaults />
        </Section>
        <Section title={t('preferences.machine')}>
          <LockAndNotices />
        </Section>
        <Section title={t('preferences.program')}>
          <KeepRunning />
          <UpdateSettings />
        </Section>
        <Section title={t('preferences.recording')}>
          <GlobalKeys />
        </Section>
        <Section title={t('preferences.shortcuts')} hint={t('preferences.shortcutsHint')}>
          <Shortcuts />
        </Section>
      </PageSections>
    </Page>
  );
}

const system = 'system';

/** The language of the window, and the time zone of the user, which the API uses for every tool. */
function Region() {
  const { t } = useTranslation();
  const { language, change } = usePreferences();
  const { user_id, timezone } = useSignedIn().user;
  const readSession = useReadSession();
  const readingOnly = useReadingOnly();
  const refusalText = useRefusalText();
  const setZone = useMutation({
    gcTime: 0,
    mutationFn: (zone: string) => api(userApi.update, { params: { user_id }, body: { user: { timezone: zone } } }),
    onSuccess: async () => {
      await readSession();
      await refresh();
      toast(t('preferences.zoneSaved'));
    },
  });
  const shown = setZone.isPending ? setZone.variables : timezone;
  return (
    <FieldRow>
      <SelectField
        label={t('preferences.language')}
        value={language ?? system}
        onChange={(id) => change({ language: id === system ? null : (id as 'en' | 'de') })}
        choices={[
          { id: system, name: t('preferences.system') },
          { id: 'en', name: 'English' },
          { id: 'de', name: 'Deutsch' },
        ]}
      />
      <ChoiceField
        key={timezone}
        label={t('preferences.zone')}
        value={shown}
        onChange={(zone) => zone !== timezone && setZone.mutate(zone)}
        choices={zoneChoices(t('preferences.zoneUnset'))}
        opensOn="input"
        readOnly={readingOnly !== undefined}
        hint={readingOnly}
        message={setZone.error ? refusalText(setZone.error) : undefined}
      />
    </FieldRow>
  );
}

/** The theme. The zoom has its keys and its menu. */
function Look() {
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

const minutes = [2, 5, 10, 15, 30, 60, 240];

/** The notifications of the system, and when the window locks. */
function LockAndNotices() {
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

/** Which keys of recording also work while another program is in front. */
function GlobalKeys() {
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

const places: CommandPlace[] = ['everywhere', 'list', 'player', 'form'];

/** Every command with its shortcut, which can be changed and reset. */
function Shortcuts() {
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
      <div id="shortcuts" className={shortcuts.places}>
        {places.map((place) => (
          <section key={place} aria-labelledby={`shortcuts-${place}`}>
            <h3 id={`shortcuts-${place}`} className={shortcuts.title}>
              {t(`keys.place.${place}`)}
            </h3>
            <ul className={shortcuts.list} data-focus-group>
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
