import { join } from 'node:path';
import { runOrStop } from '../setup/command.mjs';
import { inRoot } from '../setup/place.mjs';
import { noKeychain, openArchive, writeSpeech } from './archive.mjs';
import { benchPlayed } from './played.mjs';

const hours = 4;

/** `npm run bench -- --stage`: scores a call of four hours on a form of 200 questions in a real window. */
export async function benchStage(calls) {
  const archive = await openArchive(calls);
  try {
    const folder = join(archive.folder, 'long');
    writeSpeech(folder, hours * 3600);
    const args = [inRoot('build', 'node', 'cli.cjs'), 'import', '--data', archive.data, folder];
    await runOrStop('the recording was not imported', 'npm run build', process.execPath, args, { env: noKeychain });
    await benchPlayed('stage', archive.data, `${hours} hours, 200 questions`);
  } finally {
    archive.close();
  }
}
