import type { QuarantinedRecording } from '@shared/contract/quarantine';
import type { FileStore } from '../../audio/file-store';
import type { Part } from '../../context';
import { isStoredPath } from '../imports';

/** The recordings in quarantine. Only a start adds to them, so they are listed once and kept. */
class Quarantine {
  private readonly recordings = new Map<string, QuarantinedRecording>();
  private readonly busy = new Set<string>();

  constructor(private readonly files: FileStore) {}

  async load(): Promise<void> {
    for (const { path, size } of await this.files.quarantined()) {
      const [year, month, day, name = ''] = path.split('/');
      const quarantine_id = name.replace(/\.\w+$/, '');
      const date = `${year}-${month}-${day}`;
      this.recordings.set(quarantine_id, { quarantine_id, date, file_path: path, file_size: size });
    }
  }

  /** In the order of their days. */
  list(): QuarantinedRecording[] {
    return [...this.recordings.values()];
  }

  /**
   * Gives a recording to `take` and forgets it when that has succeeded. Undefined when it is not here, or is being taken
   * already.
   */
  async take<T>(id: string, take: (recording: QuarantinedRecording) => Promise<T>): Promise<T | undefined> {
    const recording = this.recordings.get(id);
    if (!recording || this.busy.has(id)) return undefined;
    this.busy.add(id);
    try {
      const taken = await take(recording);
      this.recordings.delete(id);
      return taken;
    } finally {
      this.busy.delete(id);
    }
  }
}

/**
 * The quarantine of this service. The start empties the folder of files on their way in. After a run that was cut off,
 * and on a database that was put in place since, files that no call knows go into quarantine: they may be recordings that
 * a later database knew.
 */
export const quarantine: Part<Quarantine> = ({ store, files }, { onRecover }) => {
  const recordings = new Quarantine(files);
  const known = (path: string) => store.get(isStoredPath, { path });
  onRecover(async (isSuspect) => {
    await files.emptyTemporary(known);
    if (isSuspect) await files.separate(known);
    await recordings.load();
  });
  return recordings;
};
