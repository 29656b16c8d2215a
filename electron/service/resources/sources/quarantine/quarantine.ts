import type { QuarantinedRecording } from '@shared/contract/quarantine';
import type { FileStore } from '../../../audio/file-store';
import type { Part } from '../../../context';
import { isStoredPath } from '../imports';

/** The recordings in quarantine. Listed once, because only a start adds to them. */
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

  /** The recordings, by their paths, which begin with the day. */
  list(): QuarantinedRecording[] {
    return [...this.recordings.values()];
  }

  /**
   * Passes a recording to `take` and removes it from the list when that succeeds. Undefined when the recording is
   * unknown or already being taken.
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
 * The quarantine of this service. A start removes unfinished files. After an unclean shutdown, or when the database was
 * replaced, files without a call move into quarantine, because a later database may have known them.
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
