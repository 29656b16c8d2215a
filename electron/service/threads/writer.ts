import './queries';
import { dirname } from 'node:path';
import { workerData } from 'node:worker_threads';
import { openConnection } from '../store/connection';
import { refusingFullDisk } from '../store/disk-full';
import { declaredQuery } from '../store/query';
import { answerEach } from './answer';

const db = openConnection(workerData.path);
const folder = dirname(workerData.path);

answerEach(
  ({ name, input }) => refusingFullDisk(folder, () => db.transaction(() => declaredQuery(name).run(db, input))),
  () => db.close(),
);
