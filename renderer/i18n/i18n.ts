import i18next, { type ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from './texts.de.json';
import en from './texts.en.json';

type Shared = typeof en;
/** Every text of the window by its dotted key. Each part of the window adds its own, in texts.ts beside it. */
export interface Texts extends Shared {}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

export type Language = 'en' | 'de';

/** The language to show: as chosen, else the system's if there is one of ours. */
export const languageOf = (chosen: Language | null): Language =>
  chosen ?? (navigator.languages.find((tag) => /^(en|de)\b/.test(tag))?.slice(0, 2) as Language | undefined) ?? 'en';

export function setLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

/** Adds the texts of a part of the window, which come with its code. */
export function addTexts(english: object, german: object): void {
  i18next.addResourceBundle('en', 'translation', english, true);
  i18next.addResourceBundle('de', 'translation', german, true);
}

/** Whether there is a text for a key that was put together from what the service sends. */
export const isTextKey = (key: string): key is ParseKeys => i18next.exists(key);

/** Locale for dates and numbers: the chosen language as spoken here. */
export const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');

// At once, before any other part of the window adds its texts. The language follows with the preferences.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en }, de: { translation: de } },
  initAsync: false,
  interpolation: { escapeValue: false },
  returnNull: false,
});
