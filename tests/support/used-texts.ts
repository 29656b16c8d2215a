import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from '@shared/fold';
import { diceOf } from './dice';
import { filesBelow } from './folder-files';

type Used = { kind: string; text: string };

const syllables = 'bä da fo gi ke lu mo nü pa ro su ti ve zö'.split(' ');

/** The texts that a script has used: names and numbers that stand nowhere by chance, and secrets that it was given. */
export class UsedTexts {
  readonly all: Used[] = [];
  private readonly dice: (sides: number) => number;

  constructor(seed: number) {
    this.dice = diceOf(seed);
  }

  /** A new word of this kind. */
  word(kind: string): string {
    const word = Array.from({ length: 6 }, () => syllables[this.dice(syllables.length)]).join('');
    return this.keep(kind, word.charAt(0).toUpperCase() + word.slice(1));
  }

  /** A new phone number, every other one with spaces. */
  number(): string {
    const [area, own] = [1_000, 1_000_000].map((least) => String(least + this.dice(9 * least)));
    const number = this.keep('number', `${area}${own}`);
    return this.dice(2) === 0 ? `+49${number}` : `+49 ${this.keep('number', `${area} ${own}`)}`;
  }

  /** Keeps a text that was used as it is. */
  keep(kind: string, text: string): string {
    this.all.push({ kind, text });
    return text;
  }
}

/** The used texts in the files of a folder, one sentence each, and the number of bytes that were searched. */
export function toldIn(folder: string, used: readonly Used[]): { told: string[]; bytes: number } {
  const files = filesBelow(folder).map((name) => ({ name, stored: readFileSync(join(folder, name)) }));
  const told = files.flatMap(({ name, stored }) => {
    const finds = searchIn(stored);
    return used.filter(({ text }) => finds(text)).map(({ kind, text }) => `${name} holds the ${kind} ${text}`);
  });
  return { told: [...new Set(told)], bytes: files.reduce((sum, { stored }) => sum + stored.length, 0) };
}

/** How a text may stand in a log: as it is, in an address, and in JSON. */
export const writtenForms: Record<string, (text: string) => string> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  form: (text) => new URLSearchParams([['', text]]).toString().slice(1),
  json: (text) => JSON.stringify(text).slice(1, -1),
  ascii: (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

/** Finds a text in each of its forms, also folded, in hexadecimal, and in Base64 at each of its three places. */
function searchIn(stored: Buffer): (text: string) => boolean {
  const whole = stored.toString();
  const folded = fold(whole);
  return (text) => {
    const bytes = [Buffer.from(text), Buffer.from(fold(text))];
    const open = [...Object.values(writtenForms).map((form) => fold(form(text))), ...bytes.map(inHex)];
    return open.some((one) => folded.includes(one)) || bytes.flatMap(inBase64).some((one) => whole.includes(one));
  };
}

const inHex = (bytes: Buffer) => bytes.toString('hex');

/** The characters that only these bytes decide, after none, one or two other bytes. */
const inBase64 = (bytes: Buffer) =>
  [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [begin, end] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((form) => padded.toString(form).slice(begin, end));
  });
