const tags = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'nl',
  'pt',
  'da',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'hu',
  'ro',
  'bg',
  'el',
  'tr',
  'uk',
  'ru',
  'he',
  'ar',
  'hi',
  'zh',
  'ja',
  'ko',
];

/** Languages to choose from, by their names in the language of the window, and the one that is chosen already. */
export function languageChoices(locale: string, chosen: string): { id: string; name: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  const all = chosen === '' || tags.includes(chosen) ? tags : [...tags, chosen];
  return all
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((one, two) => one.name.localeCompare(two.name, locale));
}
