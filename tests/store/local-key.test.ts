import Database from 'better-sqlite3';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { localKey } from '../../electron/service/resources/calls/calls/filters/local-key';
import { hourOf, weekdayOf } from '../../electron/service/resources/calls/calls/local-time';
import { callsPerMs } from '../../electron/service/resources/calls/calls/rules';

/** The local hour and weekday of calls at these times, as a filter sees them, and the changes of the clock in its SQL. */
function seen(times: string[], zone: string) {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE calls (call_pk INTEGER PRIMARY KEY)');
  for (const time of times)
    db.prepare('INSERT INTO calls VALUES (?)').run(BigInt(Date.parse(time)) * BigInt(callsPerMs));
  const values: Record<string, unknown> = {};
  const bind = (value: unknown) => {
    const name = `p${Object.keys(values).length}`;
    values[name] = value;
    return `@${name}`;
  };
  const key = localKey({ key: 'c.call_pk', zone, db, bind } as never);
  const sql = `SELECT ${hourOf(key)} AS hour, ${weekdayOf(key)} AS weekday FROM calls c ORDER BY call_pk`;
  return { rows: db.prepare(sql).all(values), changes: key.split('WHEN').length - 1 };
}

const local = (times: string[], zone: string) =>
  times.map((time) => {
    const { hour, dayOfWeek: weekday } = Temporal.Instant.from(time).toZonedDateTimeISO(zone);
    return { hour, weekday };
  });

test.each(['Europe/Berlin', 'America/Goose_Bay', 'Asia/Kathmandu', 'UTC'])(
  'two calls with a wrong year do not add the changes of three centuries to a filter by hour in %s',
  (zone) => {
    const times = [
      '1900-03-01T10:30:00Z',
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T00:59:59Z',
      '2026-10-25T01:00:00Z',
      '2199-12-31T22:30:00Z',
    ];

    const { rows, changes } = seen(times, zone);

    expect(rows).toEqual(local(times, zone));
    expect(changes).toBeLessThanOrEqual(4);
  },
);
