/** The most frequent words of leaked passwords, in English and German, except those that the rules below detect. */
const words = new Set(
  `1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx access admin administrator alexander andrea apple asdfasdf baseball basketball
  batman benutzer berlin butterfly changeme charlie cheese chelsea chocolate computer cookie daniel default dragon
  earshot einstein flower football freedom fussball geheim ginger guest hallo hallowelt hamburg hello helloworld hunter
  iloveyou internet jennifer jessica jordan joshua justin kennwort lassmichrein letmein liverpool login lovely maggie
  master matrix matthew michael michelle mickey monkey mustang mypassword nicole ninja orange passwd password passwort
  pepper pokemon princess purple qazwsx qazwsxedc ranger robert root samantha schalke schatz secret secure shadow sommer
  soccer spiderman starwars summer sunshine superman support system test testing thomas thunder tigger trustno user
  webmaster welcome whatever willkommen winter yankees`.split(/\s+/),
);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

/** Neighbouring keys or letters (`qwert`, `321`), or a repeated group of characters (`abab`). */
const isRun = (text: string) =>
  (text.length > 2 && runs.some((run) => run.includes(text))) || /^(.{1,4})\1+$/su.test(text);

/** Letters, digits or signs that add almost nothing to a password, such as a year or an exclamation mark. */
const isWeak = (part: string) => words.has(part) || isRun(part) || /^(?:\d{1,4}|[^\p{L}\d]{1,2})$/u.test(part);

const letterFor: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const withLetters = (text: string) => text.replace(/[013457@$!](?=\p{L})/gu, (sign) => letterFor[sign] ?? sign);

/**
 * Whether a password is among the first that an attacker tries: one or two common words or runs of keys, even if
 * decorated (`Passw0rd`, `Summer2024!`, `12345678`). Three or more words are a passphrase.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase();
  return [text, withLetters(text)].some((read) => {
    const parts = read.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
    const isPhrase = parts.filter((part) => /\p{L}/u.test(part)).length > 2;
    return words.has(read) || (!isPhrase && parts.every(isWeak));
  });
}
