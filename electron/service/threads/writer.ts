import './queries';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { settleAnnounced, takeAnnounced } from '../store/announce';
import type { By } from '../store/audit';
import { openConnection } from '../store/connection';
import { refusingFullDisk } from '../store/disk-full';
import { declaredChange } from '../store/query';
import type { Written } from '../store/store';
import { nameTaken, userMissing } from '../store/taken';
import { answerEach } from './answer';

const db = openConnection(workerData.path);
const folder = dirname(workerData.path);

answerEach(
  ({ name, input }): Written => {
    // What the last change announced before it was rolled back.
    takeAnnounced(db);
    const asked = input as { input: unknown; by: By };
    const write = () =>
      db.transaction(() => {
        const value = declaredChange(name).change(db, asked.input, asked.by);
        settleAnnounced(db, asked.by);
        return value;
      });
    try {
      const value = refusingFullDisk(folder, write);
      return { value, announced: takeAnnounced(db) };
    } catch (cause) {
      throw nameTaken(cause) ?? userMissing(cause, asked.by) ?? cause;
    }
  },
  () => db.close(),
);
