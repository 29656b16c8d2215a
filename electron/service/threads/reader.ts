import './queries';
import { workerData } from 'node:worker_threads';
import { openConnection } from '../store/connection';
import { declaredQuery } from '../store/query';
import { answerEach } from './answer';

const db = openConnection(workerData.path, { readonly: true });

answerEach(
  ({ name, input, deadline }) => {
    const asked = input as { mode: 'json' | 'value'; input: unknown };
    db.limit(deadline === undefined ? undefined : { at: deadline, cancelled: workerData.cancel });
    const value = declaredQuery(name).run(db, asked.input);
    return asked.mode === 'json' ? (value as unknown[]).map((row) => JSON.stringify(row)) : value;
  },
  () => db.close(),
);
