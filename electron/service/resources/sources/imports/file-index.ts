import { basename, dirname, extname, join, resolve } from 'node:path';
import { inParts } from './in-parts';
import { audioFiles, type Found } from './scan-job';

const partsOf = (path: string) => path.split(/[\\/]/);
const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

/** A path in the form in which it is compared: without case, and with composed letters. */
const plain = (path: string): string => path.normalize('NFC').toLowerCase();

/** A path without percent-encoding, as far as that can be decoded. */
const decoded = (path: string): string =>
  path.replace(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });

/** A path without the extension of a recording. */
const withoutAudioEnding = (path: string): string => {
  const ending = extname(path);
  return audioFiles.has(ending.toLowerCase()) ? path.slice(0, -ending.length) : path;
};

/** The possible meanings of a file in a record. `#` and `?` may be part of a file name, but not of an address. */
function readings(file: string): string[] {
  const bare = file.replace(/[?#].*$/, '');
  const written = isAddress(file) || bare === file ? [bare] : [file, bare];
  const plus = (path: string) => decoded(path.replaceAll('+', ' '));
  return [...new Set([...written, ...written.map(decoded), ...written.map(plus)])];
}

/** `c.wav`, `b/c.wav`, `a/b/c.wav` */
function* endsOf(path: string): Generator<string> {
  const parts = partsOf(path);
  for (let place = parts.length - 1; place >= 0; place--) yield parts.slice(place).join('/');
}

/** Files by a form of each end of their path. */
type ByEnd = Map<string, Found[]>;

/** The recording of a record. `isRepeated`: another record has it already. `isGuess`: its name has another extension. */
export type Match = { file: Found; isRepeated: boolean; isGuess?: boolean };
/** How many recordings a record may mean, when these are several. */
export type Several = { candidates: number };

/**
 * Files by every suffix of their path, because a phone system may give all recordings the same name in separate
 * folders. A name means a file if it can mean no other.
 */
export class FileIndex {
  private readonly exact: ByEnd = new Map();
  private readonly byName: ByEnd = new Map();
  private readonly byStem: ByEnd = new Map();
  /** By each word of their names; only when a record names an id. */
  private readonly byWord: ByEnd = new Map();
  private readonly files: Found[] = [];
  private readonly taken = new Set<Found>();
  /** By path, and by path without the extension. */
  private readonly byPath: ByEnd = new Map();

  static async of(files: Found[]): Promise<FileIndex> {
    const index = new FileIndex();
    for await (const some of inParts(files)) for (const file of some) index.add(file);
    return index;
  }

  /**
   * Returns the file that a record in `folder` names, and takes it: the one at that path from there, otherwise the one whose
   * last folders match best. A name that no file has exactly may differ in case, in the form of its letters, in
   * percent-encoding or in the extension. Undefined when no file has that name.
   */
  take(named: string, folder: string): Match | Several | undefined {
    const paths = readings(named);
    for (const path of paths) {
      const found = this.at(resolve(folder, partsOf(path).join('/')));
      if (found) return this.taking(found);
    }
    for (const path of paths) {
      const found = this.only(this.exact, path);
      if (found) return found;
    }
    for (const path of paths) {
      const found = this.only(this.byName, plain(path));
      if (found) return found;
    }
    for (const path of paths) {
      const found = this.only(this.byStem, plain(withoutAudioEnding(path)));
      if (found) return 'file' in found ? { ...found, isGuess: withoutAudioEnding(path) !== path } : found;
    }
    return undefined;
  }

  /**
   * Returns the file that a file of call details is named after, and takes it: `a.wav` for `a.json` and `a.wav.json` next to
   * it. Undefined without one.
   */
  takeBeside(path: string): Match | Several | undefined {
    const stem = stemOf(path);
    for (const form of [stem, plain(stem)]) {
      const [file, ...others] = this.byPath.get(form) ?? [];
      if (file && others.length === 0) return this.taking(file);
      if (file) return { candidates: others.length + 1 };
    }
    return undefined;
  }

  /** Returns the only file whose name has an id as a whole word, and takes it. Several may be the files of one call. */
  takeNamed(id: string): Match | undefined {
    const wanted = id.toLowerCase();
    const word = wordsOf(wanted).sort((a, b) => b.length - a.length)[0];
    if (word === undefined || wanted.length < shortestId) return undefined;
    if (this.byWord.size === 0) {
      for (const file of this.files)
        for (const one of new Set(wordsOf(basename(file.name).toLowerCase()))) append(this.byWord, one, file);
    }
    const [file, ...others] = (this.byWord.get(word) ?? []).filter(({ name }) =>
      hasWord(basename(name).toLowerCase(), wanted),
    );
    return file && others.length === 0 ? this.taking(file) : undefined;
  }

  /** Leaves a file to another record. */
  release(file: Found): void {
    this.taken.delete(file);
  }

  /** The file at a path, or the only one whose path differs in case or in the form of its letters. */
  private at(path: string): Found | undefined {
    const exact = this.byPath.get(path)?.find((file) => file.path === path);
    if (exact) return exact;
    const form = plain(path);
    const [file, ...others] = this.byPath.get(form)?.filter((one) => plain(one.path) === form) ?? [];
    return others.length === 0 ? file : undefined;
  }

  /** The one file that has the longest end of a path, or how many have it. */
  private only(index: ByEnd, path: string): Match | Several | undefined {
    let longest: Found[] = [];
    // If none has an end, none has a longer one.
    for (const end of endsOf(path)) {
      const same = index.get(end);
      if (!same) break;
      longest = same;
    }
    const [file] = longest;
    return file && (longest.length === 1 ? this.taking(file) : { candidates: longest.length });
  }

  private taking(file: Found): Match {
    const isRepeated = this.taken.has(file);
    this.taken.add(file);
    return { file, isRepeated };
  }

  private add(file: Found): void {
    this.files.push(file);
    for (const path of new Set([file.path, stemOf(file.path)]))
      for (const form of new Set([path, plain(path)])) append(this.byPath, form, file);
    for (const end of endsOf(file.name)) append(this.exact, end, file);
    for (const form of new Set([plain(file.name), plain(decoded(file.name))])) {
      for (const end of endsOf(form)) append(this.byName, end, file);
      for (const end of endsOf(withoutAudioEnding(form))) append(this.byStem, end, file);
    }
  }
}

/** A shorter id could be any number in a name. */
const shortestId = 4;

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether a name has a text that no letter or digit precedes or follows. */
function hasWord(name: string, text: string): boolean {
  for (let at = name.indexOf(text); at !== -1; at = name.indexOf(text, at + 1)) {
    const around = `${name[at - 1] ?? ''} ${name[at + text.length] ?? ''}`;
    if (wordsOf(around).length === 0) return true;
  }
  return false;
}

const stemOf = (path: string) => join(dirname(path), basename(path, extname(path)));

/** Adds a file to those of a path. Two forms of its name may have the same end. */
function append(index: ByEnd, path: string, file: Found): void {
  const same = index.get(path);
  if (!same) index.set(path, [file]);
  else if (same.at(-1) !== file) same.push(file);
}
