import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from './de.json';
import en from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
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

/** Prepares the words; nothing is loaded, both languages are in the bundle. */
export const startLanguage = () =>
  i18next.use(initReactI18next).init({
    lng: languageOf(null),
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });

/** Locale for dates and numbers: the chosen language as spoken here. */
export const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');
