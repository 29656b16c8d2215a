import { basename, dirname, extname, join } from 'node:path';
import { inParts } from './in-parts';
import type { Found } from './scan-job';

const partsOf = (path: string) => path.toLowerCase().split(/[\\/]/);
const stemOf = (path: string) => join(dirname(path), basename(path, extname(path)));
const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

/** The possible meanings of a file in a record. `#` and `?` may be part of a file name, but not of an address. */
function readings(file: string): string[] {
  const bare = file.replace(/[?#].*$/, '');
  return isAddress(file) || bare === file ? [bare] : [file, bare];
}

/** The base name of a file, in the form used for comparison. */
export const ownName = ({ name }: Found): string => partsOf(name).at(-1) ?? '';

/** The base name in a record's name, path or address, if there is a file with that name. */
export const namedBy = (file: string, isKnown: (name: string) => boolean): string | undefined =>
  readings(file)
    .map((path) => partsOf(path).at(-1) ?? '')
    .find(isKnown);

/** `c.wav`, `b/c.wav`, `a/b/c.wav` */
function* endsOf(path: string): Generator<string> {
  const parts = partsOf(path);
  for (let place = parts.length - 1; place >= 0; place--) yield parts.slice(place).join('/');
}

/** The files whose paths have the same end; those before `next` are taken. */
type Alike = { files: Found[]; next: number };

/**
 * Files by every suffix of their path, because a phone system may give all recordings the same name in separate
 * folders.
 */
export class FileIndex {
  private readonly byEnd = new Map<string, Alike>();
  private readonly taken = new Set<Found>();
  /** By path, with and without the extension. */
  private readonly byStem = new Map<string, Found>();

  static async of(files: Found[]): Promise<FileIndex> {
    const index = new FileIndex();
    for await (const some of inParts(files)) for (const file of some) index.add(file);
    return index;
  }

  /**
   * Returns the file whose last folders match the record best and takes it. Prefers files that no other record has
   * taken; otherwise returns the first. Undefined when no file has that name.
   */
  take(named: string): { file: Found; isRepeated: boolean } | undefined {
    const name = namedBy(named, (one) => this.byEnd.has(one));
    const path = readings(named).find((one) => partsOf(one).at(-1) === name);
    if (name === undefined || path === undefined) return undefined;
    const alike = this.alike(path);
    for (const same of alike) {
      while (this.taken.has(same.files[same.next] as Found)) same.next++;
      const file = same.files[same.next];
      if (!file) continue;
      this.taken.add(file);
      return { file, isRepeated: false };
    }
    const file = alike[0]?.files[0];
    return file && { file, isRepeated: true };
  }

  /**
   * Returns the file that a file of call details is named after, and takes it: `a.wav` for `a.json` and `a.wav.json` next to
   * it. Undefined without one.
   */
  takeBeside(path: string): { file: Found; isRepeated: boolean } | undefined {
    const file = this.byStem.get(stemOf(path));
    if (!file) return undefined;
    const isRepeated = this.taken.has(file);
    this.taken.add(file);
    return { file, isRepeated };
  }

  /** The files that end like a path, the longest end first. If none has an end, none has a longer one. */
  private alike(path: string): Alike[] {
    const alike: Alike[] = [];
    for (const end of endsOf(path)) {
      const same = this.byEnd.get(end);
      if (!same) break;
      alike.unshift(same);
    }
    return alike;
  }

  /** Leaves a file to another record. */
  release(file: Found): void {
    this.taken.delete(file);
    for (const end of endsOf(file.name)) {
      const same = this.byEnd.get(end);
      if (same) same.next = 0;
    }
  }

  private add(file: Found): void {
    for (const path of [file.path, stemOf(file.path)]) if (!this.byStem.has(path)) this.byStem.set(path, file);
    for (const end of endsOf(file.name)) {
      const same = this.byEnd.get(end) ?? { files: [], next: 0 };
      same.files.push(file);
      this.byEnd.set(end, same);
    }
  }
}
