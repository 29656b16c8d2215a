import type { Actor } from '../../../../access/actor';
import type { ByteSource } from '../../../../audio/byte-source';
import { dataKeyOf, unwrapWith } from '../../../../audio/container/data-key';
import { type Header, headerOf } from '../../../../audio/container/header';
import { type OpenContainer, openContainer } from '../../../../audio/container/reader';
import type { Part } from '../../../../context';
import { type KeyOpener, keyOpener } from '../../../keys/encrypt-keys';
import { DataKeys } from './data-keys';

/**
 * The keys that open recordings: the private key of a person, and the data keys of single files by the id of their
 * container (hex), as a signed URL has them.
 */
export type AudioHolder = Pick<Actor, 'user_id' | 'private_key'> & { data_keys?: ReadonlyMap<string, Buffer> };

export type Unlocked = { container: OpenContainer; data_key: Buffer };

/**
 * Opens stored containers for a caller. The caller's permission is checked every time, but the unwrapped data keys of
 * the last 64 files are cached, because a player requests many ranges of one file.
 */
export class AudioOpener {
  private dataKeys = new DataKeys();

  constructor(
    private readonly open: (path: string) => Promise<ByteSource>,
    private readonly keys: Pick<KeyOpener, 'open'>,
  ) {}

  /**
   * The container at `path`, verified, and its data key, which the caller zeroes; `tag` is the header's MAC in the database,
   * if there is one.
   */
  async unlocked(path: string, holder: AudioHolder, tag?: string): Promise<Unlocked> {
    const { dataKeys } = this;
    const source = await this.open(path);
    let place: string;
    let dataKey: Buffer;
    try {
      const header = await headerOf(source);
      place = header.mac.toString('base64');
      const given = holder.data_keys?.get(header.fileId.toString('hex'));
      dataKey = given ? Buffer.from(given) : (await this.unwrapped(header, place, holder)).data_key;
    } catch (cause) {
      await source.close();
      throw cause;
    }
    try {
      const expected = tag === undefined ? undefined : Buffer.from(tag, 'base64');
      const container = await openContainer(source, dataKey, expected);
      // Cached only now, because an unverified file may contain the header of another one, and only if `forget` was not
      // called in the meantime.
      if (dataKeys === this.dataKeys) dataKeys.keep(place, Buffer.from(dataKey));
      return { container, data_key: dataKey };
    } catch (cause) {
      dataKey.fill(0);
      throw cause;
    }
  }

  /** A file's header, its data key, and the fingerprint of the key that opens it. The caller zeroes the data key. */
  async dataKey(path: string, holder: AudioHolder): Promise<{ header: Header; fingerprint: string; data_key: Buffer }> {
    const source = await this.open(path);
    try {
      const header = await headerOf(source);
      return { header, ...(await this.unwrapped(header, header.mac.toString('base64'), holder)) };
    } finally {
      await source.close();
    }
  }

  private async unwrapped(header: Header, place: string, holder: AudioHolder) {
    const { dataKeys } = this;
    const { fingerprint, key } = await this.keys.open(
      header.stanzas.map(({ fingerprint }) => fingerprint.toString('hex')),
      holder,
    );
    return { fingerprint, data_key: dataKeys.find(place) ?? (await dataKeyOf(header, unwrapWith(key))) };
  }

  /** The whole content of a small container, and its tag. */
  async bytes(path: string, holder: AudioHolder, knownTag?: string): Promise<{ bytes: Buffer; tag: string }> {
    const { container, data_key } = await this.unlocked(path, holder, knownTag);
    data_key.fill(0);
    try {
      const pieces: Buffer[] = [];
      for await (const piece of container.read(0, container.length - 1)) pieces.push(piece);
      return { bytes: Buffer.concat(pieces), tag: container.headerMac.toString('base64') };
    } finally {
      await container.close();
    }
  }

  /** Forgets the data keys: at lock and suspend. */
  forget(): void {
    this.dataKeys.forget();
    this.dataKeys = new DataKeys();
  }
}

/** The audio opener of this service. */
export const audioOpener: Part<AudioOpener> = ({ files, part }, { onForget }) => {
  const audio = new AudioOpener((path) => files.open(path), part(keyOpener));
  onForget(() => audio.forget());
  return audio;
};
