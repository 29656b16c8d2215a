import { mkdir, realpath, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { uuidPattern } from '@shared/uuid';
import { soon, syncFolder } from '../durable';
import { codeOf } from '../error-code';
import { Refusal } from '../refusal';

export const temporaryFolder = 'tmp';
export const quarantineFolder = 'quarantine';
const suffixPattern = '\\.[a-z]{1,12}';
const dayPattern = `\\d{4}/\\d{2}/\\d{2}/${uuidPattern}${suffixPattern}`;

/** The only forms that the path of a file may have. */
export const forms = {
  committed: new RegExp(`^${dayPattern}$`),
  temporary: new RegExp(`^${temporaryFolder}/${uuidPattern}${suffixPattern}$`),
  quarantined: new RegExp(`^${quarantineFolder}/${dayPattern}$`),
};

const folderMode = { recursive: true, mode: 0o700 };

/** Whether the error means that a file or its folder is missing. */
export const isMissing = (cause: unknown): boolean => ['ENOENT', 'ENOTDIR', 'NotFound'].includes(codeOf(cause) ?? '');

/** The folder of the files, and the folders known to be on disk. */
export class Folders {
  private base: Promise<string> | undefined;
  private readonly durable = new Set<string>();

  constructor(private readonly given: string) {}

  /** The real path of the root. */
  root(): Promise<string> {
    this.base ??= mkdir(join(this.given, temporaryFolder), folderMode).then(() => realpath(this.given));
    return this.base;
  }

  /** The full path of `path`. Refused when it does not have one of these forms, or a link leads elsewhere. */
  async locate(path: string): Promise<string> {
    if (!Object.values(forms).some((form) => form.test(path))) throw outside();
    const full = join(await this.root(), path);
    if ((await this.realFolder(full)) !== dirname(full)) throw outside();
    return full;
  }

  /**
   * Moves a file to the folder of its day. The move is durable once this returns; if it fails, the file is back in its
   * old place.
   */
  async move(from: string, path: string): Promise<void> {
    const root = await this.root();
    const full = join(root, path);
    const folder = dirname(full);
    await mkdir(folder, folderMode);
    await this.locate(path);
    await soon(() => rename(from, full));
    try {
      await this.sync(folder, root);
    } catch (cause) {
      // Not removed, because it may be the only copy of a recording.
      await soon(() => rename(full, from));
      throw cause;
    }
  }

  private async sync(folder: string, root: string): Promise<void> {
    await syncFolder(folder);
    if (this.durable.has(folder)) return;
    // The parent folders must be durable too, whether they are new or part of a commit that is still running.
    for (let above = dirname(folder); above.length >= root.length; above = dirname(above)) await syncFolder(above);
    this.durable.add(folder);
  }

  private async realFolder(full: string): Promise<string> {
    try {
      return await realpath(dirname(full));
    } catch (cause) {
      if (isMissing(cause)) throw new Refusal('NotFound', reason('recording_missing'));
      throw cause;
    }
  }
}

const outside = () => new Refusal('IntegrityError', reason('recording_outside'));
