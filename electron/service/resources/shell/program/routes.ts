import { readProgram } from '@shared/contract/program';
import { version } from '../../../../../package.json';
import type { Service } from '../../../context';
import { runtime } from '../../../runtime';
import { engineVersion } from '../../../store/connection';
import { isoInZone } from '../../../zones';

export function programRoutes({ handle, now, mode }: Service): void {
  const started = now();
  const sqlite = engineVersion();
  handle(readProgram, ({ actor: { zone } }) => ({
    program: {
      version,
      runtime: runtime(),
      sqlite,
      started_at: isoInZone(started, zone),
      mode,
      log_folder_name: 'log',
      database: 'plain' as const,
      updates: { mode: 'off' as const, version: null, checked_at: null },
    },
  }));
}
