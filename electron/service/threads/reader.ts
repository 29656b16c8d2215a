import './queries';
import { workerData } from 'node:worker_threads';
import { openConnection } from '../store/connection';
import { declaredQuery } from '../store/query';
import { answerEach } from './answer';

const { path, readMs, cancel } = workerData as { path: string; readMs: number; cancel: Int32Array };
const db = openConnection(path, { readonly: true });

answerEach(
  ({ name, input }) => {
    db.limit({ at: Date.now() + readMs, cancelled: cancel });
    return declaredQuery(name).run(db, input);
  },
  () => db.close(),
);
