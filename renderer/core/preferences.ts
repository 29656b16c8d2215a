import { firstPreferences, type Preferences } from '@shared/preferences';
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
 * Theme, language, zoom, lock, notifications and global keys: kept per user. The main process keeps those of the last
 * user as well, for the sign-in page. A user who has not chosen any gets the defaults, not those of the previous user.
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
      merge: (kept, now) => ({ ...now, ...firstPreferences, ...(kept as Partial<Preferences> | undefined) }),
      onRehydrateStorage: (before) => (after) => {
        if (after && !isSame(chosen(before), chosen(after))) void bridge.preferences(chosen(after));
      },
    },
  ),
);

/** Applies the preferences of the last user, which main wrote into the page, and follows the system's theme from now on. */
export function startPreferences(): void {
  const apply = ({ theme, language }: Preferences) => {
    applyTheme(theme);
    setLanguage(languageOf(language));
  };
  usePreferences.subscribe(apply);
  dark.addEventListener('change', () => applyTheme(usePreferences.getState().theme));
  usePreferences.setState(JSON.parse(written()) as Preferences);
  keepPerUser('preferences', usePreferences);
}

const written = (): string => document.querySelector<HTMLMetaElement>('meta[name="preferences"]')?.content ?? '{}';
