import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Section } from '../../form/section';
import { PageBar } from '../../ui/page-bar';
import { GlobalKeys } from './global-keys';
import { LockAndNotices } from './lock-and-notices';
import { Look } from './look';
import { PlayerDefaults } from './player-defaults';
import styles from './preferences-page.module.css';
import { Region } from './region';
import { Shortcuts } from './shortcuts';

/** What each user sets for themselves. Every change applies at once, so there is no save bar. */
export function PreferencesPage() {
  const { t } = useTranslation();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <main className={styles.page} aria-label={t('preferences.title')} data-pane data-no-deck="idle" tabIndex={-1}>
      <PageBar title={t('preferences.title')} />
      <div className={styles.content} data-page-focus>
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
        <Section title={t('preferences.recording')}>
          <GlobalKeys />
        </Section>
        <Section title={t('preferences.shortcuts')} hint={t('preferences.shortcutsHint')}>
          <Shortcuts />
        </Section>
      </div>
    </main>
  );
}
