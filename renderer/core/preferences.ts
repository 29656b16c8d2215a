import { firstPreferences, type Preferences } from '@shared/ipc';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { bridge } from '../api/bridge';
import { languageOf, setLanguage } from '../i18n/i18n';
import { keepPerUser } from './own-store';

type State = Preferences & { change: (change: Partial<Preferences>) => void };

const dark = window.matchMedia('(prefers-color-scheme: dark)');

const applyTheme = (theme: Preferences['theme']) => {
  document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
};

const chosen = ({ change: _, ...preferences }: State): Preferences => preferences;

const isSame = (one: Preferences, other: Preferences) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Theme, language, zoom, lock, notifications and global keys: kept per user. The main process keeps those of the last user as well,
 * for the next start until somebody signs in. A new user keeps how that looks and reads, but nothing that guards the session.
 */
export const usePreferences = create<State>()(
  persist(
    (set, get) => ({
      ...firstPreferences,
      change: (change) => {
        set(change);
        void bridge.preferences(chosen(get()));
      },
    }),
    {
      name: 'earshot.preferences',
      skipHydration: true,
      partialize: chosen,
      merge: (kept, now) => {
        const { theme, language, zoom } = now;
        return {
          ...now,
          ...firstPreferences,
          ...((kept as Partial<Preferences> | undefined) ?? { theme, language, zoom }),
        };
      },
      onRehydrateStorage: (before) => (after) => {
        if (!after) return;
        // Stored at the first sign-in. Otherwise the user would follow every change of the users before.
        usePreferences.setState({});
        if (!isSame(chosen(before), chosen(after))) void bridge.preferences(chosen(after));
      },
    },
  ),
);

/** Loads the preferences and applies them, and follows the system's theme from now on. */
export async function startPreferences(): Promise<void> {
  const apply = ({ theme, language }: Preferences) => {
    applyTheme(theme);
    setLanguage(languageOf(language));
  };
  usePreferences.subscribe(apply);
  dark.addEventListener('change', () => applyTheme(usePreferences.getState().theme));
  usePreferences.setState(await bridge.preferences().catch(() => ({})));
  keepPerUser('preferences', usePreferences);
}
