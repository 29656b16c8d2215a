import { createHash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrStop, say } from '../setup/command.mjs';
import { inRoot } from '../setup/place.mjs';

export const administrator = { login: 'bench', password: 'a password for the bench' };
/** Disables the keyring, so that the first run makes a user-mode key, granted to the administrator. */
export const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };

/** A fresh copy of an archive of generated calls. The original stays in the temporary folder for the next run. */
export async function openArchive(calls) {
  const kept = join(tmpdir(), `earshot-bench-${fingerprint(calls)}`);
  if (!existsSync(kept)) await make(kept, calls);
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-run-'));
  const data = join(folder, 'data');
  cpSync(kept, data, { recursive: true });
  return { folder, data, close: () => rmSync(folder, { recursive: true, force: true }) };
}

async function make(kept, calls) {
  say(`bench: seeding ${calls} calls, once for this schema`);
  const work = mkdtempSync(join(tmpdir(), 'earshot-bench-making-'));
  const passwordFile = join(work, 'password');
  writeFileSync(passwordFile, `${administrator.password}\n`, { mode: 0o600 });
  const env = { ...noKeychain, EARSHOT_ADMIN_LOGIN: administrator.login, EARSHOT_ADMIN_PASSWORD_FILE: passwordFile };
  const args = [inRoot('build', 'node', 'cli.cjs'), 'seed', '--data', join(work, 'data'), '--calls', String(calls)];
  await runOrStop('the archive could not be made', 'npm run build', process.execPath, args, { env });
  renameSync(join(work, 'data'), kept);
  rmSync(work, { recursive: true, force: true });
}

/** Covers everything that determines the archive: the schema and the output of seed. */
function fingerprint(calls) {
  const migrations = inRoot('electron', 'service', 'store', 'migrations');
  const files = [
    ...readdirSync(migrations)
      .sort()
      .map((name) => join(migrations, name)),
    inRoot('electron', 'cli', 'seed.ts'),
  ];
  const hash = createHash('sha256').update(String(calls));
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A folder of WAV files with new random sound: `count` of `bytes` each, with `day` in their names, or named by `nameOf`. */
export function makeRecordings(
  folder,
  { count, bytes, day, nameOf = (n) => `${day}-${String(n).padStart(6, '0')}.wav` },
) {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, n) => {
    const path = join(folder, nameOf(n));
    writeFileSync(path, wav(randomBytes(bytes)));
    return path;
  });
}

/**
 * A WAV file with the newest call of an archive: two people who take turns of 4 s, with 1.5 s of silence in between, so
 * that a waveform has as many silences as a conversation.
 */
export function writeSpeech(folder, seconds) {
  const [rate, turnS, restS] = [8_000, 4, 1.5];
  const noise = randomBytes(rate * turnS);
  const turn = (side) => {
    const frames = Buffer.alloc((turnS + restS) * rate * 4);
    for (let n = 0; n < rate * turnS; n += 1) frames.writeInt16LE(noise.readInt8(n) * 90, 4 * n + 2 * side);
    return frames;
  };
  const both = Buffer.concat([turn(0), turn(1)]);
  const turns = Math.ceil(seconds / (2 * (turnS + restS)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '20990101-000000.wav'), wav(Buffer.concat(Array(turns).fill(both))));
}

function wav(sound) {
  const [channels, rate, sampleBytes] = [2, 8_000, 2];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * sampleBytes, 28);
  head.writeUInt16LE(channels * sampleBytes, 32);
  head.writeUInt16LE(8 * sampleBytes, 34);
  head.write('data', 36);
  head.writeUInt32LE(sound.length, 40);
  return Buffer.concat([head, sound]);
}
