/** ITU country codes: one digit, the known ones of two digits, otherwise three. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const scheme = /^(?:sips?|tel|callto):\s*/i;
const hostAlone = /^sips?:\s*(?:\d{1,3}(?:\.\d{1,3}){3}|\[[^\]]*\])(?::\d+)?(?:;|$)/i;

/** The user of an address: `+4930123` of `"Anna 2" <sip:+4930123;cpc=x@192.168.1.10:5060;user=phone>`. */
function userIn(written: string): { user: string; isAddress: boolean } {
  const seen = written
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const inner = /<([^<>]*)>(?=\s*(?:;|$))/.exec(seen)?.[1]?.trim() ?? seen;
  const user = inner.replace(scheme, '').replace(/[@;].*$/s, '');
  const isAddress = scheme.test(inner) || inner.includes('@');
  if (!isAddress) return { user, isAddress };
  if (hostAlone.test(inner)) return { user: '', isAddress };
  return { user: user.replace(/:.*$/s, '').replace(/%[2-7][\da-f]/gi, decodeURIComponent), isAddress };
}

/** How most numbers are written. No address is. */
const bare = /^[\d\s+.()/-]*$/;

/**
 * The part of a written number whose digits count: those of a host, a port, a display name or a parameter do not, and an
 * address whose user is a name has none.
 */
function numberIn(written: string): string {
  if (bare.test(written)) return written;
  const { user, isAddress } = userIn(written);
  if (isAddress) return /\p{L}/u.test(user) ? '' : user;
  return /[<;]/.test(written) ? user : written;
}

const digitsOf = (written: string) => numberIn(written).replace(/\D/g, '');

/** The digits of a number dialled with `+` or `00`, without a zero in brackets; undefined for any other number. */
function internationalDigits(written: string): string | undefined {
  const [, rest] = numberIn(written).match(/^[^\d+]*(?:\+|00)(.*)$/s) ?? [];
  return rest && (digitsOf(rest.replace('(0)', '')) || undefined);
}

/** The form in which numbers are compared: digits, with a leading plus if international. Null without digits. */
export function numberKey(number: string | null | undefined): string | null {
  const international = number && internationalDigits(number);
  return international ? `+${international}` : digitsOf(number ?? '') || null;
}

/**
 * The digits by which a number can be found: `0044 20 7946 0321` by its own digits, by 442079460321 and, with a zero in
 * place of the country code, by 02079460321.
 */
export function digitForms(number: string): string[] {
  const international = internationalDigits(number);
  const forms = international
    ? [digitsOf(number), international, international.replace(countryCode, '0')]
    : [digitsOf(number)];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Digits, optionally separated by spaces, dashes, brackets, dots and `+`. */
const numberTerm = /^[\d\s+.()[\]\p{Pd}\u2212]*$/u;

/**
 * The digits that a search term looks for, in the spellings of `digitForms`; none for a term that is neither a number nor
 * the address of one. A leading `00` means `+`, and neither is compared.
 */
export function digitsOfTerm(term: string): string[] {
  if (!numberTerm.test(numberIn(term))) return [];
  const [dialled, international] = [digitsOf(term), internationalDigits(term)];
  // If the dialled digits contain the international ones, a search for the latter finds both.
  const forms = international && dialled.includes(international) ? [international] : [dialled, international];
  return forms.filter((form): form is string => Boolean(form));
}

/** The spellings by which the extension of a user is known in a call: as written, the user of an address, and as digits. */
export function extensionForms(written: string): string[] {
  const { user } = userIn(written);
  return [...new Set([written, user, ...digitsOfTerm(user.replaceAll('/', ' '))])].filter((form) => form !== '');
}

/** The shortest number that may be an international one without its `+`: a shorter one is dialled at home. */
const minInternationalDigits = 11;

/** The key of a number as if it were international: one of many digits, without a zero, may have lost its `+`. */
const abroadKey = (key: string): string =>
  key.length >= minInternationalDigits && /^[1-9]/.test(key) ? `+${key}` : key;

/** The search term that finds a number in all its spellings: the digits after its country code or its zero. */
export function termForNumber(number: string): string {
  const key = abroadKey(numberKey(number) ?? '');
  const digits = key.startsWith('+') ? key.slice(1).replace(countryCode, '') : key.replace(/^0(?=\d{4})/, '');
  return digits || number;
}

/** Country codes of numbering plans (ITU-T E.164 and E.129) that are dialled at home without a leading zero. */
const withoutZero = /^\+(?:1|3[049]|4[578]|65|35[126]|37[012]|420|85[23])/;

/**
 * Whether two spellings are the same number: `020 7946 0321` and `+442079460321`, but not with two different country
 * codes.
 */
export function isSameNumber(one: string | null, other: string | null): boolean {
  const [key, otherKey] = [numberKey(one), numberKey(other)];
  if (key === null || otherKey === null) return false;
  if (key === otherKey) return true;
  const [abroad, home] = key.startsWith('+') ? [key, otherKey] : [otherKey, key];
  if (digitForms(abroad).includes(home) || home === abroad.replace(withoutZero, '')) return true;
  // Both without `+`: the one may be the other with its country code instead of the zero.
  const [long, short] = key.startsWith('0') ? [otherKey, key] : [key, otherKey];
  return short.startsWith('0') && long !== abroadKey(long) && digitForms(abroadKey(long)).includes(short);
}
