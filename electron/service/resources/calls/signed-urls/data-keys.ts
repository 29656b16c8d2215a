import type { Actor } from '../../../access/actor';
import type { Service } from '../../../context';
import { isRefusal } from '../../../refusal';
import { spend } from '../../../secret';
import { derive, seal, unseal } from '../../../vault/sealed';
import { grantIdOf, type SignedUrl } from '../../../vault/signed-url';
import { audioOpener } from '../calls';

const idBytes = 16;
const keyBytes = 32;

/** The data key of one file, by the id of its container. */
type FileKey = { container_id: Buffer; data_key: Buffer };

/** Finds the data keys that a signed URL must carry. */
export class UrlDataKeys {
  private readonly audio: ReturnType<typeof audioOpener>;

  constructor(part: Service['part']) {
    this.audio = part(audioOpener);
  }

  /**
   * The data keys of the files that application keys do not open now, but the caller's key pair does. Refused with
   * PermissionError or KeychainUnavailable when the caller cannot open one of them either. The caller zeroes the keys.
   */
  async of(files: readonly { file_path: string }[], actor: Actor): Promise<FileKey[]> {
    const needed: FileKey[] = [];
    try {
      for (const { file_path } of files) {
        const byApplication = await this.audio.dataKey(file_path, { user_id: actor.user_id }).catch(unlessClosed);
        byApplication?.data_key.fill(0);
        if (byApplication) continue;
        const { header, data_key } = await this.audio.dataKey(file_path, actor);
        needed.push({ container_id: header.fileId, data_key });
      }
      return needed;
    } catch (cause) {
      for (const { data_key } of needed) data_key.fill(0);
      throw cause;
    }
  }
}

/** Undefined for a file that no application key opens, or none without the keychain. */
function unlessClosed(cause: unknown): undefined {
  if (isRefusal(cause, 'PermissionError', 'KeychainUnavailable')) return;
  throw cause;
}

const aadOf = ({ call_id, expires }: SignedUrl) => `cra/url-grant/1|${call_id}|${expires}`;
const withKey = <T>({ secret }: SignedUrl, use: (key: Buffer) => T): T => spend(derive(secret, 'cra/url-grant'), use);

/** The data keys under the URL's own secret, as they are stored. The given keys are zeroed. */
export function sealDataKeys(url: SignedUrl, files: FileKey[]): { grant_id: string; data_keys_sealed: Buffer } {
  const plain = Buffer.concat(files.flatMap(({ container_id, data_key }) => [container_id, data_key]));
  for (const { data_key } of files) data_key.fill(0);
  const data_keys_sealed = spend(plain, () => withKey(url, (key) => seal(key, plain, aadOf(url))));
  return { grant_id: grantIdOf(url.secret), data_keys_sealed };
}

/** The data keys that were sealed for this URL, by the id of their container (hex). The caller zeroes them. */
export function openDataKeys(url: SignedUrl, sealed: Buffer): Map<string, Buffer> {
  return spend(
    withKey(url, (key) => unseal(key, sealed, aadOf(url))),
    (plain) => {
      const keys = new Map<string, Buffer>();
      for (let at = 0; at < plain.length; at += idBytes + keyBytes) {
        const id = plain.toString('hex', at, at + idBytes);
        keys.set(id, Buffer.from(plain.subarray(at + idBytes, at + idBytes + keyBytes)));
      }
      return keys;
    },
  );
}
