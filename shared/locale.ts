/** Names from before the zone database, which Intl takes and Temporal does not. */
const outdated = new Set(
  'ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST'.split(' '),
);

/** Whether the zone database knows the name. */
export function isZone(name: string): boolean {
  // Intl also takes offsets, such as +01:00.
  if (!/^[a-z]/i.test(name) || outdated.has(name.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether it is a language tag (BCP 47) of a language that has a name, such as `en` or `de-AT`. */
export function isLanguage(tag: string): boolean {
  try {
    const { language } = new Intl.Locale(tag);
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language) !== undefined;
  } catch {
    return false;
  }
}
