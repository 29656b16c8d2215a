import './queries';
import { workerData } from 'node:worker_threads';
import { openConnection } from '../store/connection';
import { declaredQuery } from '../store/query';
import { answerEach } from './answer';

const db = openConnection(workerData.path, { readonly: true });

answerEach(
  ({ name, input, deadline }) => {
    db.limit(deadline === undefined ? undefined : { at: deadline, cancelled: workerData.cancel });
    return declaredQuery(name).run(db, input);
  },
  () => db.close(),
);
