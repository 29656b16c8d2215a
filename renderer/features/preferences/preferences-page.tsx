import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Section } from '../../form/section';
import { Page, PageSections } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { GlobalKeys } from './global-keys';
import { LockAndNotices } from './lock-and-notices';
import { Look } from './look';
import { PlayerDefaults } from './player-defaults';
import { Region } from './region';
import { Shortcuts } from './shortcuts';

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
