import './queries';
import { workerData } from 'node:worker_threads';
import { openConnection } from '../store/connection';
import { declaredQuery } from '../store/query';
import { answerEach } from './answer';

const db = openConnection(workerData.path);

answerEach(
  ({ name, input }) => db.transaction(() => declaredQuery(name).run(db, input)),
  () => db.close(),
);
