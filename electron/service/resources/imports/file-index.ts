import { basename, dirname, extname, join } from 'node:path';
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

/** The files whose paths have the same end; those before `next` are taken. */
type Alike = { files: Found[]; next: number };
/** Files by a form of each end of their path. */
type ByEnd = Map<string, Alike>;

/** The recording of a record. `isRepeated`: another record has it already. `isGuess`: its name has another extension. */
export type Match = { file: Found; isRepeated: boolean; isGuess?: boolean };
/** How many recordings a record may mean, when these are several. */
export type Several = { candidates: number };

/**
 * Files by every suffix of their path, because a phone system may give all recordings the same name in separate
 * folders. A name that is written otherwise, or has another extension, means a file if it can mean no other.
 */
export class FileIndex {
  private readonly exact: ByEnd = new Map();
  private readonly byName: ByEnd = new Map();
  private readonly byStem: ByEnd = new Map();
  private readonly taken = new Set<Found>();
  /** By path, and by path without the extension. */
  private readonly byPath = new Map<string, Found[]>();

  static async of(files: Found[]): Promise<FileIndex> {
    const index = new FileIndex();
    for await (const some of inParts(files)) for (const file of some) index.add(file);
    return index;
  }

  /**
   * Returns the file whose last folders match the record best and takes it. Prefers files that no other record has
   * taken; otherwise returns the first. A name that no file has exactly may differ in case, in the form of its letters,
   * in percent-encoding or in the extension, if only one file fits. Undefined when no file has that name.
   */
  take(named: string): Match | Several | undefined {
    const paths = readings(named);
    for (const path of paths) {
      const alike = this.alike(this.exact, path);
      if (alike.length > 0) return this.firstOf(alike);
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

  /** Leaves a file to another record. */
  release(file: Found): void {
    this.taken.delete(file);
    for (const end of endsOf(file.name)) {
      const same = this.exact.get(end);
      if (same) same.next = 0;
    }
  }

  /** The first of the files that no record has, those with the longest common end first; otherwise the first. */
  private firstOf(alike: Alike[]): Match | undefined {
    for (const same of alike) {
      while (this.taken.has(same.files[same.next] as Found)) same.next++;
      const file = same.files[same.next];
      if (file) return this.taking(file);
    }
    const file = alike[0]?.files[0];
    return file && this.taking(file);
  }

  /** The one file that has the longest end of a path, or how many have it. */
  private only(index: ByEnd, path: string): Match | Several | undefined {
    const [longest] = this.alike(index, path);
    const [file, ...others] = new Set(longest?.files);
    return file && (others.length === 0 ? this.taking(file) : { candidates: others.length + 1 });
  }

  private taking(file: Found): Match {
    const isRepeated = this.taken.has(file);
    this.taken.add(file);
    return { file, isRepeated };
  }

  /** The files that end like a path, the longest end first. If none has an end, none has a longer one. */
  private alike(index: ByEnd, path: string): Alike[] {
    const alike: Alike[] = [];
    for (const end of endsOf(path)) {
      const same = index.get(end);
      if (!same) break;
      alike.unshift(same);
    }
    return alike;
  }

  private add(file: Found): void {
    for (const path of new Set([file.path, stemOf(file.path)]))
      for (const form of new Set([path, plain(path)])) append(this.byPath, form, file);
    for (const end of endsOf(file.name)) addTo(this.exact, end, file);
    for (const form of new Set([plain(file.name), plain(decoded(file.name))])) {
      for (const end of endsOf(form)) addTo(this.byName, end, file);
      for (const end of endsOf(withoutAudioEnding(form))) addTo(this.byStem, end, file);
    }
  }
}

const stemOf = (path: string) => join(dirname(path), basename(path, extname(path)));

function addTo(index: ByEnd, end: string, file: Found): void {
  const same = index.get(end);
  if (same) same.files.push(file);
  else index.set(end, { files: [file], next: 0 });
}

function append(index: Map<string, Found[]>, path: string, file: Found): void {
  const same = index.get(path);
  if (same) same.push(file);
  else index.set(path, [file]);
}
