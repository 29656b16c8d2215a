import { Howler } from 'howler';
import type { Lane } from './tracks';

export type Heard = 'both' | 'agent' | 'customer';

/** Both channels of one element, each with a way to either ear. */
type Route = {
  lanes: Lane[];
  gains: [[GainNode, GainNode], [GainNode, GainNode]];
  out: ChannelMergerNode;
};

/** An element can be taken into Web Audio once in its life. */
const sources = new WeakMap<HTMLMediaElement, MediaElementAudioSourceNode>();
const routes = new Map<HTMLMediaElement, Route>();
let output: { plain: GainNode; boosted: GainNode } | undefined;
let heard: Heard = 'both';
let volume = 1;
let resting: ReturnType<typeof setTimeout> | undefined;

/** howler's own context is the only one of the app; asking for the volume makes it. */
function audio(): AudioContext {
  Howler.volume();
  return Howler.ctx;
}

/** What a limiter of -2 dB at 20:1 adds to all sound (Web Audio 1.1, makeup gain): 60 % of the 1.9 dB it takes at full scale. */
const makeup = 10 ** ((0.6 * 1.9) / 20);

/** Volume, and above 100 % a limiter, which is left out below because it colours even quiet sound. */
function outputOf(context: AudioContext) {
  if (output) return output;
  const [plain, boosted] = [context.createGain(), context.createGain()];
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -2,
    knee: 0,
    ratio: 20,
    attack: 0.002,
    release: 0.1,
  });
  plain.connect(context.destination);
  boosted
    .connect(limiter)
    .connect(new GainNode(context, { gain: 1 / makeup }))
    .connect(context.destination);
  output = { plain, boosted };
  applyVolume(output);
  return output;
}

const glide = (node: GainNode, value: number) => node.gain.setTargetAtTime(value, node.context.currentTime, 0.008);

function applyVolume({ plain, boosted }: NonNullable<typeof output>): void {
  glide(plain, volume > 1 ? 0 : volume);
  glide(boosted, volume > 1 ? volume : 0);
}

/** Leads an element through the graph: element → two channels → gains → output. */
export function route(element: HTMLMediaElement, lanes: Lane[]): void {
  const context = audio();
  const { plain, boosted } = outputOf(context);
  const source = sources.get(element) ?? context.createMediaElementSource(element);
  sources.set(element, source);
  // one channel becomes two alike, so that a mono file is not heard on the left alone
  const stereo = new GainNode(context, {
    channelCount: 2,
    channelCountMode: 'explicit',
    channelInterpretation: 'speakers',
  });
  const splitter = context.createChannelSplitter(2);
  const out = context.createChannelMerger(2);
  const gainsFrom = (channel: 0 | 1) =>
    ([0, 1] as const).map((ear) => {
      const gain = new GainNode(context, { gain: 0 });
      splitter.connect(gain, channel).connect(out, 0, ear);
      return gain;
    }) as [GainNode, GainNode];
  source.connect(stereo).connect(splitter);
  out.connect(plain);
  out.connect(boosted);
  const made: Route = { lanes, gains: [gainsFrom(0), gainsFrom(1)], out };
  routes.set(element, made);
  applyHeard(made);
}

/** As recorded while both are heard; one speaker alone comes from both sides. */
function applyHeard({ lanes, gains }: Route): void {
  const laneOf = (channel: 0 | 1) => lanes[channel] ?? lanes[0];
  for (const channel of [0, 1] as const) {
    const isHeard = heard === 'both' || laneOf(channel) === heard || laneOf(channel) === 'both';
    const alone = heard !== 'both' && lanes.length === 2;
    for (const ear of [0, 1] as const) glide(gains[channel][ear], isHeard && (alone || ear === channel) ? 1 : 0);
  }
}

/** Takes an element out again, until it is led in for another call. */
export function release(element: HTMLMediaElement): void {
  sources.get(element)?.disconnect();
  routes.get(element)?.out.disconnect();
  routes.delete(element);
}

/** Whose voice is heard. */
export function hear(who: Heard): void {
  heard = who;
  for (const each of routes.values()) applyHeard(each);
}

/** Loudness from 0 to 2; above 1 it is held by the limiter. */
export function setLoudness(level: number): void {
  volume = level;
  if (output) applyVolume(output);
}

/** Starts the context. */
export function wake(): void {
  clearTimeout(resting);
  if (audio().state !== 'running') void audio().resume();
}

/** Lets the sound card go once nothing has played for a while. */
export function rest(): void {
  clearTimeout(resting);
  resting = setTimeout(() => void audio().suspend(), 20_000);
}
