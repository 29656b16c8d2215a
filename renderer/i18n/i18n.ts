import { type Kind, kinds } from '@shared/kinds';
import i18next, { type ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolated } from './isolated';
import de from './texts.de.json';
import en from './texts.en.json';

type OfKind<K extends Kind> = { one: string; a: string } & ((typeof kinds)[K]['en'] extends { many: string }
  ? { title: string }
  : unknown);
/** The words for each kind of record: in a heading, in a sentence, and as the title of a list. */
type KindTexts = { kinds: { [K in Kind]: OfKind<K> } };

type Shared = typeof en & KindTexts;
/** Every text of the window by its dotted key. Each part of the window adds its own, a feature in its index. */
export interface Texts extends Shared {}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

export type Language = 'en' | 'de';

/** The language to show: the chosen one, otherwise the system's if there are texts for it. */
export const languageOf = (chosen: Language | null): Language =>
  chosen ?? (navigator.languages.find((tag) => /^(en|de)\b/.test(tag))?.slice(0, 2) as Language | undefined) ?? 'en';

export function setLanguage(language: Language): void {
  document.documentElement.lang = language;
  if (i18next.language !== language) void i18next.changeLanguage(language);
}

const inCapitals = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** German has the same word in a sentence as in a heading. */
function textsOfKinds(language: Language): KindTexts {
  const texts = Object.entries(kinds).map(([kind, { [language]: words }]) => {
    const a = 'a' in words ? words.a : words.one;
    return [kind, { one: words.one, a, ...('many' in words && { title: inCapitals(words.many) }) }];
  });
  return { kinds: Object.fromEntries(texts) };
}

/** Adds the texts of a part of the window, which are loaded with its code. German must have each of them. */
export function addTexts<T extends object>(english: T, german: NoInfer<T>): void {
  i18next.addResourceBundle('en', 'translation', english, true);
  i18next.addResourceBundle('de', 'translation', german, true);
}

/** Whether there is a text for a key that is built from data of the service. */
export const isTextKey = (key: string): key is ParseKeys => i18next.exists(key);

/** The locale for dates and numbers in a language. */
export const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');

// Initialised at once, before other parts add their texts. The language is set with the preferences.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {
    en: { translation: { ...en, ...textsOfKinds('en') } },
    de: { translation: { ...(de satisfies typeof en), ...textsOfKinds('de') } },
  },
  initAsync: false,
  // There is one namespace. Searching each key for another one took a fifth of the time that a text takes.
  nsSeparator: false,
  // React escapes what is shown.
  interpolation: { escapeValue: true, escape: isolated },
  returnNull: false,
});
