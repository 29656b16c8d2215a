import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from '../support/command-line';
import { filesBelow } from '../support/folder-files';
import { mayMount, mounted } from '../support/mount';
import { noKeychain, startService } from '../support/start-service';

test.skipIf(!mayMount)(
  'on a read-only disk each command reports it and ends with exit code 1 (needs root)',
  async () => {
    const { service, dataFolder } = await startService({ keychain: noKeychain });
    await service.close();
    const before = filesBelow(dataFolder);
    const disk = mounted('--bind', dataFolder);
    execFileSync('mount', ['-o', 'remount,bind,ro', disk]);

    const ends = await Promise.all([
      run(['serve', '--data', disk, '--port', '0']),
      run(['import', '--data', disk, 'tests/data/audio']),
      run(['seed', '--data', disk, '--calls', '1']),
    ]);

    const message = `${disk} cannot be written to: it lies on a read-only disk.\n`;
    expect(ends).toEqual(ends.map(() => ({ code: 1, stdout: '', stderr: message })));
    expect(filesBelow(dataFolder)).toEqual(before);
  },
);
