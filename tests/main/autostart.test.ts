import { expect, test } from 'vitest';
import { desktopEntry } from '../../electron/main/autostart';

test('the command of a desktop entry is quoted as its specification says', () => {
  const command = ['/opt/Ear shot/earshot', '--data-dir=/home/a "b"/100%/`c`/$d/e\\f', '--hidden'];
  expect(desktopEntry(command).split('\n')).toContain(
    String.raw`Exec="/opt/Ear shot/earshot" "--data-dir=/home/a \\"b\\"/100%%/\\` +
      '`c' +
      String.raw`\\` +
      '`' +
      String.raw`/\\$d/e\\\\f" "--hidden"`,
  );
});
