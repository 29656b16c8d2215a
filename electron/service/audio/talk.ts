import type { Talk } from '@shared/contract/calls';
import type { Peaks } from './peaks';

/*
 * Who talked when, measured from the waveform: one frame for each pair of it, which are 20 ms. The lengths below are
 * numbers of frames.
 */
export const frameMs = 20;
const filledGap = 20;
const shortestRun = 10;
const interruptingRun = 50;
const interruptedRun = 50;
const heardTogether = 15;
const monologueGap = 100;

/** How talk is measured. Calls that were measured in another way are measured again. */
export const talkVersion = 1;

/** The levels of the channels of a file, 0…127 for each frame. */
export type Levels = readonly Uint8Array[];

/** A file of a call on its time line (ms), with the channel of the agent if the file has two. */
export type HeardFile = {
  start_time: number;
  stop_time: number;
  agent_channel: 'left' | 'right' | null;
  levels: Levels;
};

/** The level of each frame of a waveform, by channel. */
export const levelsOf = ({ data }: Pick<Peaks, 'data'>): Uint8Array[] =>
  data.map((pairs) => {
    const levels = new Uint8Array(pairs.length / 2);
    for (let at = 0; at < levels.length; at += 1) {
      levels[at] = Math.max(-(pairs[2 * at] ?? 0), pairs[2 * at + 1] ?? 0, 0);
    }
    return levels;
  });

/** From a frame up to another one. */
type Run = { from: number; to: number };
/** The levels of a speaker in a part of a call, which is silent before `offset` and after its end. */
type Side = { offset: number; levels: Uint8Array };
/** A part of a call without a boundary of files: one side if the speakers cannot be told apart, else agent and customer. */
type Part = { frames: number; sides: Side[] };

/**
 * Measures the talk of a call in its finished files. `agent_joined`: when its agent joined (ms), which says whose leg is
 * whose. Null without files.
 */
export function measureTalk(files: readonly HeardFile[], agent_joined: number | null): Talk | null {
  if (files.length === 0) return null;
  const parts = partsOf(files, agent_joined);
  const channels = parts[0]?.sides.length === 2 ? 2 : 1;
  const thresholds = Array.from({ length: channels }, (_, side) =>
    thresholdOf(parts.flatMap((one) => one.sides[side] ?? [])),
  );
  const talk = parts.map((part) => part.sides.map((_, side) => runsIn(part, side, thresholds)));
  const frames = sum(parts.map((part) => part.frames));
  const silent = parts.map((part, at) => silencesOf(part, talk[at] ?? []));
  const silence = sum(silent.flat().map(lengthOf));
  const measured = {
    version: talkVersion,
    channels,
    total_ms: frames * frameMs,
    silence_ms: silence * frameMs,
    silence_share: shareOf(silence, frames),
    longest_silence_ms: longestSilence(parts, talk, silent) * frameMs,
  };
  if (channels === 1) return { ...measured, ...unseparated };
  const spoken = [0, 1].map((side) => sum(talk.flatMap((runs) => runs[side] ?? []).map(lengthOf))) as [number, number];
  const overlap = spoken[0] + spoken[1] + silence - frames;
  const [byAgent, byCustomer] = [
    sum(talk.map(([agent = [], customer = []]) => interruptions(agent, customer))),
    sum(talk.map(([agent = [], customer = []]) => interruptions(customer, agent))),
  ];
  const [ofAgent, ofCustomer] = [
    Math.max(...talk.map(([agent = [], customer = []]) => longestMonologue(agent, customer))),
    Math.max(...talk.map(([agent = [], customer = []]) => longestMonologue(customer, agent))),
  ];
  const monologue = Math.max(ofAgent, ofCustomer);
  return {
    ...measured,
    talk_ms_agent: spoken[0] * frameMs,
    talk_ms_customer: spoken[1] * frameMs,
    overlap_ms: overlap * frameMs,
    talk_share_agent: shareOf(spoken[0], frames),
    talk_share_customer: shareOf(spoken[1], frames),
    overlap_share: shareOf(overlap, frames),
    longest_monologue_ms: monologue * frameMs,
    longest_monologue_side: monologue === 0 ? null : ofAgent >= ofCustomer ? 'agent' : 'customer',
    interruptions: byAgent + byCustomer,
    interruptions_agent: byAgent,
    interruptions_customer: byCustomer,
  };
}

/** What cannot be said of a call whose speakers share a channel. */
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

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const lengthOf = ({ from, to }: Run): number => to - from;
const longest = (runs: readonly Run[]): number => runs.reduce((most, run) => Math.max(most, lengthOf(run)), 0);

/** Percent with one decimal, half away from zero. */
const shareOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((1000 * part) / all) / 10);

/** Two files of one channel each that run at the same time are the two legs of a call. */
function areLegs([first, second, ...more]: readonly HeardFile[]): boolean {
  if (!first || !second || more.length > 0) return false;
  if (first.levels.length !== 1 || second.levels.length !== 1) return false;
  return first.start_time < second.stop_time && second.start_time < first.stop_time;
}

function partsOf(files: readonly HeardFile[], agent_joined: number | null): Part[] {
  if (areLegs(files)) return [legsOf(files as [HeardFile, HeardFile], agent_joined)];
  const isSeparated = files.every(({ levels }) => levels.length === 2);
  return files.map(({ levels, agent_channel }) => {
    const channels = agent_channel === 'right' ? [...levels].reverse() : levels;
    const lanes = isSeparated ? channels : [loudestOf(levels)];
    return { frames: lanes[0]?.length ?? 0, sides: lanes.map((one) => ({ offset: 0, levels: one })) };
  });
}

/** The legs of a call on one time line. The agent's starts nearest to when the agent joined; otherwise it is the first. */
function legsOf(legs: [HeardFile, HeardFile], agent_joined: number | null): Part {
  const [first, second] = legs;
  const away = ({ start_time }: HeardFile) => Math.abs(start_time - (agent_joined ?? 0));
  const isTurned = agent_joined !== null && away(second) < away(first);
  const origin = Math.min(first.start_time, second.start_time);
  const sides = (isTurned ? [second, first] : legs).map(({ start_time, levels }) => ({
    offset: Math.round((start_time - origin) / frameMs),
    levels: levels[0] ?? new Uint8Array(),
  }));
  return { sides, frames: Math.max(...sides.map(({ offset, levels }) => offset + levels.length)) };
}

/** The louder channel of each frame. */
function loudestOf([first = new Uint8Array(), second]: Levels): Uint8Array {
  return second ? first.map((level, at) => Math.max(level, second[at] ?? 0)) : first;
}

/** The level from which a side is heard: an eighth of its 95th percentile, at least 4. */
function thresholdOf(sides: readonly Side[]): number {
  const counts = new Uint32Array(128);
  let frames = 0;
  for (const { levels } of sides) {
    frames += levels.length;
    for (const level of levels) counts[level] = (counts[level] ?? 0) + 1;
  }
  const place = Math.floor(0.95 * frames);
  let percentile = 0;
  for (let seen = counts[0] ?? 0; percentile < 127 && seen <= place; seen += counts[percentile] ?? 0) percentile += 1;
  return Math.max(4, Math.ceil((frames === 0 ? 0 : percentile) / 8));
}

/**
 * When a side talks: where it is as loud as its threshold and not only the other side's crosstalk. Short gaps are filled,
 * then short runs dropped.
 */
function runsIn({ sides }: Part, side: number, thresholds: readonly number[]): Run[] {
  const { offset, levels } = sides[side] as Side;
  const other = sides[1 - side];
  const threshold = thresholds[side] ?? 0;
  const runs: Run[] = [];
  let run: Run | undefined;
  for (let at = 0; at < levels.length; at += 1) {
    const level = levels[at] as number;
    if (level < threshold) continue;
    const place = at + offset;
    const opposite = other ? (other.levels[place - other.offset] ?? 0) : 0;
    if (8 * level < opposite) continue;
    if (run && place - run.to <= filledGap) run.to = place + 1;
    else {
      run = { from: place, to: place + 1 };
      runs.push(run);
    }
  }
  return runs.filter((one) => lengthOf(one) >= shortestRun);
}

/** The runs in which nobody talks. */
function silencesOf({ frames }: Part, talk: readonly (readonly Run[])[]): Run[] {
  const all = talk.flat().sort((one, other) => one.from - other.from);
  const silent: Run[] = [];
  let end = 0;
  for (const { from, to } of all) {
    if (from > end) silent.push({ from: end, to: from });
    end = Math.max(end, to);
  }
  if (frames > end) silent.push({ from: end, to: frames });
  return silent;
}

/** The longest silence between the first and the last talk of the call; without any, its longest part. */
function longestSilence(
  parts: readonly Part[],
  talk: readonly (readonly (readonly Run[])[])[],
  silent: readonly (readonly Run[])[],
): number {
  const spoken = talk.map((runs) => runs.flat());
  const first = spoken.findIndex((runs) => runs.length > 0);
  if (first === -1) return Math.max(...parts.map(({ frames }) => frames));
  const last = spoken.findLastIndex((runs) => runs.length > 0);
  const begin = Math.min(...(spoken[first] ?? []).map(({ from }) => from));
  const end = Math.max(...(spoken[last] ?? []).map(({ to }) => to));
  const within = silent.flatMap((runs, at) =>
    runs.filter(
      ({ from, to }) => (at > first || (at === first && from >= begin)) && (at < last || (at === last && to <= end)),
    ),
  );
  return longest(within);
}

/** How often `one` begins to talk while `other` does and has for a while, and both go on. */
function interruptions(one: readonly Run[], other: readonly Run[]): number {
  return one.filter((run) => {
    if (lengthOf(run) < interruptingRun) return false;
    const into = other.find(({ from, to }) => from <= run.from && run.from < to);
    if (!into || run.from - into.from < interruptedRun) return false;
    return Math.min(run.to, into.to) - run.from >= heardTogether;
  }).length;
}

/** The longest time that `one` talks, with its pauses, while `other` says no more than a word. */
function longestMonologue(one: readonly Run[], other: readonly Run[]): number {
  const spoken: Run[] = [];
  for (const { from, to } of one) {
    const last = spoken.at(-1);
    if (last && from - last.to <= monologueGap) last.to = to;
    else spoken.push({ from, to });
  }
  const answers = other.filter((run) => lengthOf(run) >= interruptingRun);
  let most = 0;
  for (const { from, to } of spoken) {
    let begin = from;
    for (const answer of answers) {
      if (answer.to <= begin || answer.from >= to) continue;
      most = Math.max(most, answer.from - begin);
      begin = answer.to;
    }
    most = Math.max(most, to - begin);
  }
  return most;
}
