import type { Preferences } from '@shared/ipc';
import { create } from 'zustand';
import { bridge } from '../api/bridge';
import { languageOf, setLanguage } from '../i18n/i18n';

type State = Preferences & { change: (change: Partial<Preferences>) => void };

const dark = window.matchMedia('(prefers-color-scheme: dark)');

const applyTheme = (theme: Preferences['theme']) => {
  document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
};

/** Theme, language and zoom of this window, stored by the main process. */
export const usePreferences = create<State>()((set) => ({
  theme: 'system',
  language: null,
  zoom: 1,
  change: (change) => {
    set(change);
    void bridge.preferences(change);
  },
}));

/** Loads the preferences and applies them, and follows the system's theme from now on. */
export async function startPreferences(): Promise<void> {
  const apply = ({ theme, language }: Preferences) => {
    applyTheme(theme);
    setLanguage(languageOf(language));
  };
  usePreferences.subscribe(apply);
  dark.addEventListener('change', () => applyTheme(usePreferences.getState().theme));
  usePreferences.setState(await bridge.preferences().catch(() => ({})));
}
