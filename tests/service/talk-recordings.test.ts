import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Call, Talk } from '@shared/contract/calls';
import { expect, test, vi } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { wavHeader } from '../../electron/service/audio/wav';
import type { Caller } from '../support/caller';
import { diceOf } from '../support/dice';
import { ended, rowsOf } from '../support/imports';
import { seed } from '../support/seed';
import { folderWith } from '../support/sounds';
import { startService } from '../support/start-service';

const dice = diceOf(seed);
const recordings = Number(process.env.EARSHOT_TALK ?? 40);
const atOnce = 50;

const between = (low: number, high: number) => low + ((high - low) * dice(1_000_000)) / 1_000_000;
const oneOf = <T>(...values: T[]): T => values[dice(values.length)] as T;

/**
 * One channel of tones, silence, noise and bursts like syllables, each as long and as loud as the dice say: −1…1. A `lively` one
 * has turns as long as those of a conversation.
 */
function lane(rate: number, seconds: number, isLively: boolean): Float64Array {
  const sound = new Float64Array(Math.round(rate * seconds));
  for (let at = 0; at < sound.length; ) {
    const kind = isLively
      ? oneOf('tone', 'silence', 'speech', 'speech')
      : oneOf('tone', 'silence', 'silence', 'noise', 'speech', 'speech');
    const length = isLively ? between(0.3, 5) : between(0.02, oneOf(0.5, 2, 6));
    const end = Math.min(sound.length, at + Math.round(rate * length));
    const [loud, step] = [2 ** -between(0, isLively ? 3 : 8), (2 * Math.PI * between(120, 1_500)) / rate];
    let syllable = { until: at, level: 0 };
    for (; at < end; at += 1) {
      if (kind === 'speech' && at >= syllable.until) {
        const level = oneOf(0, between(0.1, 1), between(0.3, 1));
        syllable = { until: at + Math.round(rate * between(0.04, level === 0 ? 0.42 : 0.6)), level };
      }
      const wave = kind === 'tone' ? Math.sin(step * at) : between(-1, 1);
      sound[at] = kind === 'silence' ? 0 : loud * wave * (kind === 'speech' ? syllable.level : 1);
    }
  }
  return sound;
}

function lanes(count: number, rate: number, seconds: number): Float64Array[] {
  const isLively = dice(3) > 0;
  const own = Array.from({ length: count }, () => lane(rate, seconds, isLively));
  const [first, second] = own;
  const crosstalk = oneOf(0, 0, between(0.02, 0.3));
  if (first && second)
    for (const [at, value] of first.entries()) second[at] = ((second[at] ?? 0) + crosstalk * value) / 1.3;
  return own;
}

/** A sample of µ-law (G.711), and its byte. */
const mulaw = Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const value = (((bits & 15) * 2 + 33) << ((bits >> 4) & 7)) - 33;
  return { code, value: (bits & 0x80 ? -4 : 4) * value };
}).sort((one, other) => one.value - other.value);

/** The nearest one, so that the bytes and the samples of a recording are both known. */
function mulawOf(sample: number) {
  let [low, high] = [0, mulaw.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mulaw[middle]?.value ?? 0) < sample) low = middle + 1;
    else high = middle;
  }
  return mulaw[low] ?? { code: 0, value: 0 };
}

type Recording = { ending: 'wav' | 'mp3'; bytes: Buffer; rate: number; samples?: Int16Array[] };
const codecs = { pcm_s16le: 16, pcm_u8: 8, mulaw: 8 } as const;

/** A WAV file and the samples that it stands for. */
function wavOf(codec: keyof typeof codecs, rate: number, sounds: Float64Array[]): Recording {
  const channels = sounds.length;
  const length = sounds[0]?.length ?? 0;
  const samples = sounds.map(() => new Int16Array(length));
  const data = Buffer.alloc((length * channels * codecs[codec]) / 8);
  for (const [channel, sound] of sounds.entries()) {
    const own = samples[channel] as Int16Array;
    for (const [n, value] of sound.entries()) {
      const place = n * channels + channel;
      const sample = Math.round(value * 32_767);
      if (codec === 'pcm_s16le') data.writeInt16LE(sample, 2 * place);
      const { code, value: heard } =
        codec === 'mulaw'
          ? mulawOf(sample)
          : { code: Math.round(value * 127) + 128, value: Math.round(value * 127) * 256 };
      if (codec !== 'pcm_s16le') data[place] = code;
      own[n] = codec === 'pcm_s16le' ? sample : heard;
    }
  }
  const format = { codec, sample_rate: rate, channels, bits_per_sample: codecs[codec] };
  return { ending: 'wav', bytes: Buffer.concat([wavHeader(format, data.length), data]), rate, samples };
}

async function mp3Of(rate: number, sounds: Float64Array[]): Promise<Recording> {
  const encoder = await createMp3Encoder();
  const [left, right] = sounds.map((sound) => Float32Array.from(sound));
  if (!left) throw new Error('There is no channel.');
  encoder.configure({ sampleRate: rate as 8000, channels: right ? 2 : 1, vbrQuality: 4 });
  // Copied, because the encoder uses its output again.
  const encoded = Buffer.from(encoder.encode(right ? [left, right] : [left]));
  return { ending: 'mp3', bytes: Buffer.concat([encoded, Buffer.from(encoder.finalize())]), rate };
}

async function recordingOf(channels: number): Promise<Recording> {
  const codec = oneOf<keyof typeof codecs | 'mp3'>('pcm_s16le', 'pcm_s16le', 'pcm_u8', 'mulaw', 'mp3');
  const rates = [8000, 8000, 8000, 11_025, 16_000, 22_050, oneOf(16_000, 32_000, 44_100, 48_000)];
  const rate = oneOf(...rates);
  const sounds = lanes(channels, rate, between(0.3, oneOf(4, 20, 40)));
  return codec === 'mp3' ? mp3Of(rate, sounds) : wavOf(codec, rate, sounds);
}

// From here on: how talk is measured, from the samples, as the interface describes it.

type Heard = { start: number; stop: number; agent_channel: 'left' | 'right' | null; levels: number[][] };

/** The level 0…127 of each fiftieth of a second; there are as many as in the waveform, whose length is in whole ms. */
function levelsIn(samples: Int16Array, rate: number): number[] {
  const levels: number[] = Array(Math.ceil(Math.round((samples.length * 1000) / rate) / 20)).fill(0);
  for (const [n, sample] of samples.entries()) {
    const frame = Math.floor((n * 50) / rate);
    if (frame >= levels.length) break;
    levels[frame] = Math.max(levels[frame] ?? 0, Math.min(127, Math.round((Math.abs(sample) * 127) / 32_767)));
  }
  return levels;
}

/** Runs of true, from a frame up to another one. */
function runsOf(flags: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let at = 0; at < flags.length; at += 1) {
    if (!flags[at]) continue;
    const from = at;
    while (flags[at]) at += 1;
    runs.push([from, at]);
  }
  return runs;
}

/** With the gaps between true that are no longer than this. */
function filled(flags: readonly boolean[], most: number): boolean[] {
  const whole = [...flags];
  const gaps = runsOf(flags.map((flag) => !flag));
  for (const [from, to] of gaps) if (from > 0 && to < flags.length && to - from <= most) whole.fill(true, from, to);
  return whole;
}

function withoutShort(flags: readonly boolean[], least: number): boolean[] {
  const kept = flags.map(() => false);
  for (const [from, to] of runsOf(flags)) if (to - from >= least) kept.fill(true, from, to);
  return kept;
}

const count = (flags: readonly boolean[]) => flags.filter(Boolean).length;
const longest = (flags: readonly boolean[]) => Math.max(0, ...runsOf(flags).map(([from, to]) => to - from));
const percent = (part: number, all: number) => Math.round((1000 * part) / all) / 10;
const longRun = 50;

/** Lanes of a part of a call: levels by frame, null where a leg has no audio. */
type Part = (number | null)[][];

/** The files of a call on their time lines; two overlapping files of one channel are legs, of which the first is the agent's. */
function partsOf(files: Heard[]): Part[] {
  const [first, second] = files;
  const areMono = files.every(({ levels }) => levels.length === 1);
  if (first && second && files.length === 2 && areMono && first.start < second.stop && second.start < first.stop) {
    const begin = Math.min(first.start, second.start);
    const moved = files.map(({ start, levels }) => [
      ...Array<null>(Math.round((start - begin) / 20)).fill(null),
      ...(levels[0] ?? []),
    ]);
    const frames = Math.max(...moved.map(({ length }) => length));
    return [moved.map((one) => [...one, ...Array<null>(frames - one.length).fill(null)])];
  }
  if (files.every(({ levels }) => levels.length === 2))
    return files.map(({ levels, agent_channel }) => (agent_channel === 'right' ? [...levels].reverse() : levels));
  return files.map(({ levels: [left = [], right] }) => [left.map((level, at) => Math.max(level, right?.[at] ?? 0))]);
}

function talkIn(files: Heard[]): Talk {
  const parts = partsOf(files);
  const sides = parts[0]?.length === 2 ? [0, 1] : [0];
  const thresholds = sides.map((side) => {
    const all = parts.flatMap((part) => (part[side] ?? []).filter((level) => level !== null)).sort((a, b) => a - b);
    return Math.max(4, Math.ceil((all[Math.floor(0.95 * all.length)] ?? 0) / 8));
  });
  const talk = parts.map((part) =>
    sides.map((side) => {
      const heard = (part[side] ?? []).map(
        (level, at) => level !== null && level >= (thresholds[side] ?? 0) && 8 * level >= (part[1 - side]?.[at] ?? 0),
      );
      return withoutShort(filled(heard, 20), 10);
    }),
  );
  const quiet = talk.map(([a = [], c]) => a.map((own, at) => !own && !c?.[at]));
  const frames = quiet.flat().length;
  const silence = count(quiet.flat());
  const measured = {
    version: 1,
    channels: sides.length as 1 | 2,
    total_ms: 20 * frames,
    silence_ms: 20 * silence,
    silence_share: percent(silence, frames),
    longest_silence_ms: 20 * longestWithin(quiet),
  };
  if (sides.length === 1) return { ...measured, ...unseparated };
  const both = talk.map(([a = [], c = []]) => [a, c] as const);
  const spoken = [count(both.flatMap(([a]) => a)), count(both.flatMap(([, c]) => c))] as const;
  const overlap = count(both.flatMap(([a, c]) => a.map((own, at) => own && c[at] === true)));
  const byAgent = both.reduce((n, [a, c]) => n + interruptions(a, c), 0);
  const byCustomer = both.reduce((n, [a, c]) => n + interruptions(c, a), 0);
  const ofAgent = Math.max(...both.map(([a, c]) => monologue(a, c)));
  const ofCustomer = Math.max(...both.map(([a, c]) => monologue(c, a)));
  const most = Math.max(ofAgent, ofCustomer);
  return {
    ...measured,
    talk_ms_agent: 20 * spoken[0],
    talk_ms_customer: 20 * spoken[1],
    overlap_ms: 20 * overlap,
    talk_share_agent: percent(spoken[0], frames),
    talk_share_customer: percent(spoken[1], frames),
    overlap_share: percent(overlap, frames),
    longest_monologue_ms: 20 * most,
    longest_monologue_side: most === 0 ? null : ofAgent >= ofCustomer ? 'agent' : 'customer',
    interruptions: byAgent + byCustomer,
    interruptions_agent: byAgent,
    interruptions_customer: byCustomer,
  };
}

const unseparated = {
  talk_ms_agent: null,
  talk_ms_customer: null,
  overlap_ms: null,
  talk_share_agent: null,
  talk_share_customer: null,
  overlap_share: null,
  longest_monologue_ms: null,
  longest_monologue_side: null,
  interruptions: null,
  interruptions_agent: null,
  interruptions_customer: null,
};

/** After the first and before the last talk of the call; without talk, the longest part. */
function longestWithin(quiet: boolean[][]): number {
  const places = quiet.flatMap((part, n) => part.flatMap((silent, at) => (silent ? [] : [{ n, at }])));
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last) return Math.max(...quiet.map(({ length }) => length));
  const isWithin = (n: number, at: number) =>
    (n > first.n || (n === first.n && at > first.at)) && (n < last.n || (n === last.n && at < last.at));
  return Math.max(...quiet.map((part, n) => longest(part.map((silent, at) => silent && isWithin(n, at)))));
}

/** By `one` of `other`. */
function interruptions(one: boolean[], other: boolean[]): number {
  return runsOf(one).filter(([from, to]) =>
    runsOf(other).some(
      ([begun, end]) => to - from >= longRun && from < end && from - begun >= longRun && Math.min(to, end) - from >= 15,
    ),
  ).length;
}

function monologue(one: boolean[], other: boolean[]): number {
  const answers = withoutShort(other, longRun);
  return longest(filled(one, 100).map((own, at) => own && !answers[at]));
}

/** The samples of a WAV file of 16 bit, by channel. */
function samplesIn(wav: Buffer): { rate: number; samples: Int16Array[] } {
  const channels = wav.readUInt16LE(22);
  const length = Math.floor((wav.length - 44) / 2 / channels);
  const samples = Array.from({ length: channels }, (_, channel) =>
    Int16Array.from({ length }, (_, n) => wav.readInt16LE(44 + 2 * (n * channels + channel))),
  );
  return { rate: wav.readUInt32LE(24), samples };
}

/** A WAV file as sox decodes it, if it is installed. */
function bySox(path: string): Recording | undefined {
  const to = ['-t', 'wav', '-e', 'signed-integer', '-b', '16', '-'];
  const { status, stdout } = spawnSync('sox', ['-D', path, ...to], { maxBuffer: 2 ** 28 });
  return status === 0 ? { ending: 'wav', bytes: readFileSync(path), ...samplesIn(stdout) } : undefined;
}

const callOf = async (caller: Caller, call_id: string): Promise<Call> =>
  (await caller.get(`/api/v2/calls/${call_id}.json`)).body.call;

/** By the names of the files; null is that of one that was sent. */
type Own = Map<string | null, Recording>;

/** The talk of a call from the samples of its recordings; of those that are not known, as the service decodes them. */
async function recomputed(caller: Caller, { call_id, files }: Call, own: Own): Promise<Talk> {
  const heard: Heard[] = [];
  for (const { file_id, start_time, stop_time, agent_channel, original_name } of files) {
    const known = own.get(original_name);
    const response = await caller.raw(`/api/v2/calls/${call_id}.json/file?as=wav&file_id=${file_id}`);
    expect(response.status).toBe(200);
    const decoded = samplesIn(Buffer.from(await response.arrayBuffer()));
    const { rate, samples } = known?.samples ? { rate: known.rate, samples: known.samples } : decoded;
    heard.push({
      start: Date.parse(start_time),
      stop: Date.parse(stop_time),
      agent_channel,
      levels: samples.map((one) => levelsIn(one, rate)),
    });
  }
  return talkIn(heard);
}

test(`the talk of ${recordings} recordings is that of their samples`, async () => {
  const started = await startService();
  const { admin, choose } = started;
  const faults: object[] = [];
  const seen: Record<string, number> = {};
  const note = (what: string, n = 1) => {
    seen[what] = (seen[what] ?? 0) + n;
  };
  const compare = async (call: Call, own: Own, about: string) => {
    const expected = await recomputed(admin, call, own);
    if (JSON.stringify(sorted(call.talk)) !== JSON.stringify(sorted(expected)))
      faults.push({ about, talk: call.talk, expected, files: call.files });
    note(about);
    note('overlapping', expected.overlap_ms ? 1 : 0);
    note('interruptions', expected.interruptions ?? 0);
    note('without talk', expected.silence_ms === expected.total_ms ? 1 : 0);
  };

  for (let done = 0; done < recordings; done += atOnce) {
    const calls: Record<string, { kind: string; own: Own; further?: Recording }> = {};
    const files: Record<string, Buffer> = {};
    for (let n = done; n < Math.min(recordings, done + atOnce); n += 1) {
      const kind = oneOf('stereo', 'stereo', 'stereo', 'mono', 'legs', 'further');
      const own =
        kind === 'legs' ? [await recordingOf(1), await recordingOf(1)] : [await recordingOf(kind === 'mono' ? 1 : 2)];
      const names = own.map(({ ending }, at) => `call-${n}${kind === 'legs' ? ['-in', '-out'][at] : ''}.${ending}`);
      for (const [at, name] of names.entries()) files[name] = own[at]?.bytes ?? Buffer.alloc(0);
      calls[names[0] ?? ''] = {
        kind,
        own: new Map(own.map((one, at) => [names[at] ?? '', one])),
        ...(kind === 'further' && { further: await recordingOf(oneOf(1, 2, 2, 2)) }),
      };
    }
    const source = choose('recordings', [folderWith(files)]);
    const channels = oneOf('agent_left', 'agent_right');
    const { body } = await admin.post('/api/v2/imports.json', { import: { source, channels } });
    await ended(admin, body.url);
    for (const row of await rowsOf(admin, body.url.match(/imports\/(.*)\.json/)?.[1] ?? '')) {
      const { kind, own, further } = calls[row.file ?? ''] ?? {};
      if (!row.call_id) faults.push({ file: row.file, explanation: row.explanation });
      if (!kind || !own || !row.call_id) continue;
      await compare(await callOf(admin, row.call_id), own, kind === 'further' ? 'stereo' : kind);
      if (!further) continue;
      const type = further.ending === 'wav' ? 'audio/wav' : 'audio/mpeg';
      const sent = { method: 'PUT', body: new Uint8Array(further.bytes), headers: { 'content-type': type } };
      expect((await admin.raw(`/api/v2/calls/${row.call_id}.json/file`, sent)).status).toBe(201);
      await vi.waitFor(async () => expect((await callOf(admin, row.call_id ?? '')).talk).not.toBeNull(), 30_000);
      await compare(await callOf(admin, row.call_id), new Map([...own, [null, further]]), 'two files');
    }
  }

  process.stdout.write(`talk-recordings: ${JSON.stringify(seen)}\n`);
  expect(faults, `seed ${seed}`).toEqual([]);
}, 3_600_000);

const sorted = (talk: object | null) => Object.entries(talk ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));

test('the talk of real calls is that of their samples', async () => {
  const { admin, given } = await startService();
  const folder = resolve('tests/data/audio');
  let compared = 0;

  const import_id = await given.imported([folder]);

  const heardBySox: string[] = [];
  for (const { call_id, file } of await rowsOf(admin, import_id)) {
    if (!call_id || !file) continue;
    const call = await callOf(admin, call_id);
    // Decoders of MP3 begin at different samples.
    const own = file.endsWith('.wav') ? bySox(resolve(folder, file)) : undefined;
    if (own) heardBySox.push(file);
    expect(call.talk, file).toEqual(await recomputed(admin, call, new Map(own && [[file, own]])));
    compared += 1;
  }
  process.stdout.write(`talk-recordings: ${compared} real recordings, decoded by sox: ${heardBySox.join(', ')}\n`);
  expect(compared).toBeGreaterThan(readdirSync(folder).length / 2);
});
