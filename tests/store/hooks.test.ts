import { join } from 'node:path';
import { reason } from '@shared/reasons/reasons';
import { expect, onTestFinished, test } from 'vitest';
import { byEarshot } from '../../electron/service/store/audit';
import { openConnection } from '../../electron/service/store/connection';
import { Hook, keptBy } from '../../electron/service/store/hooks';
import { temporaryFolder } from '../support/start-service';

function people() {
  const db = openConnection(join(temporaryFolder(), 'earshot.db'));
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE seats (person TEXT NOT NULL); CREATE TABLE notes (person TEXT NOT NULL)');
  return db;
}

test('what other resources do at a moment is done in turn, and their details are joined', () => {
  const db = people();
  const removed = new Hook();
  removed.add((db, person) => ({ seats: db.prepare('DELETE FROM seats WHERE person = ?').run(person).changes }));
  removed.add((db, person) => ({ notes: db.prepare('DELETE FROM notes WHERE person = ?').run(person).changes }));
  db.exec("INSERT INTO seats VALUES ('ada'), ('ada'), ('bob'); INSERT INTO notes VALUES ('ada')");

  expect(removed.run(db, 'ada', byEarshot(0))).toEqual({ seats: 2, notes: 1 });
  expect(removed.run(db, 'eve', byEarshot(0))).toEqual({ seats: 0, notes: 0 });
  expect(new Hook().run(db, 'ada', byEarshot(0))).toEqual({});
});

test('one that refuses ends the moment, and the transaction undoes what was done before', () => {
  const db = people();
  const removed = new Hook();
  removed.add((db, person) => ({ notes: db.prepare('DELETE FROM notes WHERE person = ?').run(person).changes }));
  removed.add(keptBy({ table: 'seats', column: 'person', why: reason('user_on_calls') }));
  db.exec("INSERT INTO seats VALUES ('ada'); INSERT INTO notes VALUES ('ada'), ('bob')");
  const remove = (person: string) => db.transaction(() => removed.run(db, person, byEarshot(0)));

  expect(() => remove('ada')).toThrow(expect.objectContaining({ code: 'Conflict', reason: reason('user_on_calls') }));
  expect(db.prepare('SELECT person FROM notes').all()).toHaveLength(2);
  expect(remove('bob')).toEqual({ notes: 1 });
});
