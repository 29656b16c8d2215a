import { inParts } from './in-parts';
import type { Found } from './scan-job';

const partsOf = (path: string) => path.toLowerCase().split(/[\\/]/);
const isAddress = (text: string) => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

/** What a record may mean by the file it gives. The name of a file may hold `#` and `?` itself, an address may not. */
function readings(file: string): string[] {
  const bare = file.replace(/[?#].*$/, '');
  return isAddress(file) || bare === file ? [bare] : [file, bare];
}

/** A file's own name, as names are compared. */
export const ownName = ({ name }: Found): string => partsOf(name).at(-1) ?? '';

/** The own name that a record gives in a name, path or address, if there is a file of that name. */
export const namedBy = (file: string, isKnown: (name: string) => boolean): string | undefined =>
  readings(file)
    .map((path) => partsOf(path).at(-1) ?? '')
    .find(isKnown);

/** `a/b/c.wav`, `b/c.wav`, `c.wav` */
function endsOf(path: string): string[] {
  const parts = partsOf(path);
  return parts.map((_, place) => parts.slice(place).join('/'));
}

/** Files by every end of their path, since a phone system may give all its recordings one name in folders of their own. */
export class FileIndex {
  private readonly byEnd = new Map<string, { files: Found[]; next: number }>();
  private readonly taken = new Set<Found>();

  static async of(files: Found[]): Promise<FileIndex> {
    const index = new FileIndex();
    for await (const some of inParts(files)) for (const file of some) index.add(file);
    return index;
  }

  /**
   * The file whose last folders agree furthest with what the record gives: the first that no other record has taken,
   * which is taken then, else the first. Undefined when no file has that name.
   */
  take(named: string): { file: Found; isRepeated: boolean } | undefined {
    const name = namedBy(named, (one) => this.byEnd.has(one));
    const path = readings(named).find((one) => partsOf(one).at(-1) === name);
    if (name === undefined || path === undefined) return undefined;
    const alike = endsOf(path).flatMap((end) => this.byEnd.get(end) ?? []);
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

  private add(file: Found): void {
    for (const end of endsOf(file.name)) {
      const same = this.byEnd.get(end) ?? { files: [], next: 0 };
      same.files.push(file);
      this.byEnd.set(end, same);
    }
  }
}
