import { readProgram } from '@shared/contract/program';
import { version } from '../../../../../package.json';
import type { Service } from '../../../context';
import { runtime } from '../../../runtime';
import { engineVersion } from '../../../store/connection';
import { isoInZone } from '../../../zones';
import { programUpdates } from './updates';

export function programRoutes({ handle, now, mode, part }: Service): void {
  const started = now();
  const sqlite = engineVersion();
  handle(readProgram, ({ actor: { zone } }) => {
    const updates = part(programUpdates).read();
    return {
      program: {
        version,
        runtime: runtime(),
        sqlite,
        started_at: isoInZone(started, zone),
        mode,
        log_folder_name: 'log',
        database: 'plain' as const,
        updates: {
          mode: updates.mode,
          version: updates.version,
          checked_at: updates.checked_at === null ? null : isoInZone(updates.checked_at, zone),
        },
      },
    };
  });
}
