import type { Connection } from './connection';
import { change, query } from './query';

/** A setting of the archive, parsed; undefined when it was never stored. */
export const readSetting = query('settings.read', (db, { name }: { name: string }): unknown => {
  const row = db
    .prepare<{ name: string }, { value: string }>('SELECT value FROM settings WHERE name = @name')
    .get({ name });
  return row && JSON.parse(row.value);
});

/** Stores a setting inside the caller's transaction, in place of the value that it has. */
export function writeSetting(db: Connection, name: string, value: unknown): void {
  const row = { name, value: JSON.stringify(value) };
  db.prepare<typeof row>(`
    INSERT INTO settings (name, value) VALUES (@name, @value)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`).run(row);
}

/** Stores a setting unless it already has a value; returns the stored value. */
export const keepSetting = change('settings.keep', (db, { name, value }: { name: string; value: unknown }): unknown => {
  const row = { name, value: JSON.stringify(value) };
  db.prepare<typeof row>('INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT DO NOTHING').run(row);
  return readSetting.run(db, { name });
});
