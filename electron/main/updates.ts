import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { type FileHandle, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '@shared/duration';
import { inOrder } from '@shared/in-order';
import type { KeptUpdates, UpdateMode, UpdateOutcome, UpdatePlace, UpdateState } from '@shared/updates';
import { z } from 'zod';
import { codeOf } from '../service/error-code';
import { faultOf, type Log } from '../service/log';
import { replaceFile } from './replace-file';

type Options = {
  version: string;
  platform: NodeJS.Platform;
  /** Ed25519 public keys, as base64 of SPKI DER; two, so that one can be retired. */
  keys: readonly string[];
  /** The file of the running AppImage; undefined for other packages, which only say that there is a new version. */
  appImage: string | undefined;
  kept: { get(): KeptUpdates; set(kept: KeptUpdates): void };
  /** Rejects when the address does not answer, or leads elsewhere. */
  fetch(url: string): Promise<Response>;
  now: () => number;
  log: Log;
  onChange(): void;
};

/** As electron-builder writes it, as far as it is used. */
const Manifest = z.object({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/),
  files: z
    .array(
      z.object({
        url: z.string().regex(/^[\w.-]{1,128}$/),
        sha512: z.base64().length(88),
        size: z.int().positive().max(2_147_483_648),
      }),
    )
    .min(1)
    .max(20),
});
type Release = z.infer<typeof Manifest>['files'][number];
const mostText = 65_536;
const everyMs = dayMs;
/** A place that is silent for this long does not answer. */
const silenceMs = 30_000;

/** Why what was found is not used. */
class Unusable extends Error {
  constructor(readonly outcome: UpdateOutcome) {
    super(outcome);
  }
}

/**
 * Looks for newer versions of this program, and replaces its AppImage. A manifest counts only with the signature of a key in
 * the program, a file only with the length and the SHA-512 of its manifest. While it is off, nothing is asked of anybody.
 */
export class Updates {
  private outcome: UpdateOutcome | null = null;
  private found: string | null = null;
  private checkedAt: number | null = null;
  /** Counts looks and changes. */
  private looks = 0;
  private readonly inOrder = inOrder();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: Options) {}

  state(): UpdateState {
    const { keys, appImage, kept } = this.options;
    const { mode, place } = kept.get();
    return {
      mode,
      place: place && ('address' in place ? place.address : basename(place.folder)),
      outcome: this.outcome,
      version: this.found,
      checked_at: this.checkedAt,
      can_install: keys.length > 0 && appImage !== undefined,
      has_keys: keys.length > 0,
    };
  }

  /** Stores a change, and looks at once if there is somewhere to look. Throws when it cannot be stored. */
  change(change: { mode?: UpdateMode | undefined; place?: UpdatePlace | null | undefined }): UpdateState {
    // What a look under the settings before would find counts no more.
    this.looks += 1;
    const { kept } = this.options;
    const before = kept.get();
    kept.set({
      ...before,
      mode: change.mode ?? before.mode,
      place: change.place === undefined ? before.place : change.place,
    });
    [this.outcome, this.found, this.checkedAt] = [null, null, null];
    this.begin();
    return this.state();
  }

  /** Looks now and once a day, while it is not off. */
  begin(): void {
    clearTimeout(this.timer);
    if (this.options.kept.get().mode === 'off') return;
    void this.look();
    this.timer = setTimeout(() => this.begin(), everyMs).unref();
  }

  /**
   * Looks, once the look before has ended, and replaces the program if it may. Never rejects: the state says what came of it.
   */
  look(): Promise<UpdateState> {
    return this.inOrder(async () => {
      const { place, mode } = this.options.kept.get();
      if (place && mode !== 'off') await this.lookIn(place);
      this.options.onChange();
      return this.state();
    });
  }

  private async lookIn(place: UpdatePlace): Promise<void> {
    this.looks += 1;
    const own = this.looks;
    const isCurrent = () => own === this.looks;
    let [version, outcome]: [string | null, UpdateOutcome] = [null, 'current'];
    try {
      const found = await this.newer(place);
      version = found.version;
      const { mode, installed } = this.options.kept.get();
      if (version !== null) outcome = version === installed ? 'installed' : 'found';
      if (outcome === 'found' && mode === 'install' && this.state().can_install && isCurrent()) {
        await this.replace(place, found.file, isCurrent);
        this.options.kept.set({ ...this.options.kept.get(), installed: version });
        outcome = 'installed';
      }
    } catch (cause) {
      if (!(cause instanceof Unusable)) this.options.log(faultOf(cause as Error), 'no update could be looked for');
      outcome = cause instanceof Unusable ? cause.outcome : 'unreachable';
    }
    if (isCurrent()) [this.found, this.outcome, this.checkedAt] = [version, outcome, this.options.now()];
  }

  /** The newer version in a place, and its AppImage; a null version if there is none. Throws Unusable. */
  private async newer(place: UpdatePlace): Promise<{ version: string | null; file: Release | undefined }> {
    const { kept, platform, version: own } = this.options;
    const name = { win32: 'latest.yml', darwin: 'latest-mac.yml' }[platform as string] ?? 'latest-linux.yml';
    const bytes = await this.text(place, name, 'missing');
    const signature = await this.text(place, `${name}.sig`, 'unsigned');
    if (!this.isSigned(bytes, signature)) throw new Unusable('forged');
    const { data } = Manifest.safeParse(await parsed(bytes.toString('utf8')));
    if (!data) throw new Unusable('broken');
    const { newest } = kept.get();
    // A site that shows an earlier manifest than before is behind, or somebody holds it back.
    if (isLower(data.version, own) || (newest !== null && isLower(data.version, newest))) throw new Unusable('older');
    const file = data.files.find(({ url }) => url.endsWith('.AppImage'));
    // The list of another system, which may be ahead.
    if (platform === 'linux' && !file) throw new Unusable('broken');
    kept.set({ ...kept.get(), newest: data.version });
    return { version: data.version === own ? null : data.version, file };
  }

  private isSigned(bytes: Buffer, signature: Buffer): boolean {
    const made = Buffer.from(signature.toString('latin1').trim(), 'base64');
    return this.options.keys.some((key) => {
      const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
      return verify(null, bytes, publicKey, made);
    });
  }

  /** A small file; `without` is the outcome if it is not there. */
  private async text(place: UpdatePlace, name: string, without: UpdateOutcome): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of this.stream(place, name, without)) {
      length += part.length;
      if (length > mostText) throw new Unusable('broken');
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  private async *stream(place: UpdatePlace, name: string, without: UpdateOutcome): AsyncGenerator<Buffer> {
    if ('folder' in place) {
      const path = join(place.folder, name);
      try {
        // A pipe would never end.
        if (!(await inTime(stat(path))).isFile()) throw new Unusable(without);
        yield* inTimeEach(createReadStream(path));
      } catch (cause) {
        throw ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(cause) ?? '') ? new Unusable(without) : cause;
      }
      return;
    }
    const response = await inTime(this.options.fetch(`${place.address.replace(/\/+$/, '')}/${name}`));
    if (response.status === 404 || response.status === 403) throw new Unusable(without);
    if (!response.ok || !response.body) throw new Unusable('unreachable');
    yield* inTimeEach(response.body);
  }

  /** Replaces the AppImage in one step: at every moment its path leads to a whole program. */
  private async replace(place: UpdatePlace, file: Release | undefined, isCurrent: () => boolean): Promise<void> {
    const { appImage = '' } = this.options;
    if (!file) throw new Unusable('broken');
    await removeParts(appImage);
    try {
      await replaceFile(appImage, async (part) => {
        await this.write(part, place, file);
        // Somebody may have turned it off meanwhile.
        if (!isCurrent()) throw new Unusable('found');
      });
    } catch (cause) {
      const isOwn = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '');
      throw isOwn ? new Unusable('not_writable') : cause;
    }
  }

  private async write(part: FileHandle, place: UpdatePlace, { url, sha512, size }: Release): Promise<void> {
    const hash = createHash('sha512');
    let length = 0;
    for await (const bytes of this.stream(place, url, 'incomplete')) {
      length += bytes.length;
      if (length > size) throw new Unusable('changed');
      hash.update(bytes);
      await part.writeFile(bytes);
    }
    if (length < size) throw new Unusable('incomplete');
    if (hash.digest('base64') !== sha512) throw new Unusable('changed');
    await part.chmod(0o755);
  }
}

/** What comes within the time; otherwise the place does not answer. */
async function inTime<T>(waited: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(silenceMs, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new Unusable('unreachable');
  });
  late.catch(() => undefined);
  return Promise.race([waited, late]).finally(() => over.abort());
}

/** The parts of a stream, each of which comes within the time. */
async function* inTimeEach(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const parts = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await inTime(parts.next());
      if (done) return;
      yield Buffer.from(value);
    }
  } finally {
    // Not awaited, because a drive that is not there may never answer.
    void parts.return?.().catch(() => undefined);
  }
}

/** What an update that was interrupted has left. */
async function removeParts(appImage: string): Promise<void> {
  const folder = dirname(appImage);
  const names = await readdir(folder).catch(() => []);
  const left = names.filter(
    (name) =>
      name.startsWith(`${basename(appImage)}.`) &&
      /^[0-9a-f]{8}\.part$/.test(name.slice(basename(appImage).length + 1)),
  );
  for (const name of left) await rm(join(folder, name), { force: true });
}

/** Loads its library only now: a program whose updates are off needs none at its start. */
async function parsed(text: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a version is lower than another; both are three numbers. */
const isLower = (version: string, than: string): boolean => version.localeCompare(than, 'en', { numeric: true }) < 0;

/** The keys that the program was built with. */
export function updateKeys(programFolder: string): string[] {
  const { updateKeys } = JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8'));
  return z
    .array(z.base64())
    .max(2)
    .catch([])
    .parse(updateKeys ?? []);
}
