import { Howler } from 'howler';
import type { Lane } from './tracks';

export type Heard = 'both' | 'agent' | 'customer';

/** The two channels of an element, each connected to both ears. */
type Route = {
  lanes: Lane[];
  gains: [[GainNode, GainNode], [GainNode, GainNode]];
  out: ChannelMergerNode;
};

/** An element can be connected to Web Audio only once. */
const sources = new WeakMap<HTMLMediaElement, MediaElementAudioSourceNode>();
const routes = new Map<HTMLMediaElement, Route>();
let output: { gate: GainNode; plain: GainNode; boosted: GainNode } | undefined;
let heard: Heard = 'both';
let volume = 1;
/** The time constant of the gate: fast, but without a click. */
const gateSeconds = 0.002;
let resting: ReturnType<typeof setTimeout> | undefined;

/** The context of howler is the only one of the app. Reading the volume creates it. */
function audio(): AudioContext {
  Howler.volume();
  return Howler.ctx;
}

/**
 * The gain that a limiter of -2 dB at 20:1 adds to all sound (Web Audio 1.1, makeup gain): 60 % of the 1.9 dB that it
 * removes at full scale.
 */
const makeup = 10 ** ((0.6 * 1.9) / 20);

/** Volume, with a limiter above 100 %. Below, the limiter is bypassed, because it changes even quiet sound. */
function outputOf(context: AudioContext) {
  if (output) return output;
  const [gate, plain, boosted] = [context.createGain(), context.createGain(), context.createGain()];
  gate.connect(plain);
  gate.connect(boosted);
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
  output = { gate, plain, boosted };
  applyVolume(output);
  return output;
}

const glide = (node: GainNode, value: number) => node.gain.setTargetAtTime(value, node.context.currentTime, 0.008);

function applyVolume({ plain, boosted }: NonNullable<typeof output>): void {
  glide(plain, volume > 1 ? 0 : volume);
  glide(boosted, volume > 1 ? volume : 0);
}

/** Connects an element to the graph: element → two channels → gains → gate → output. */
export function route(element: HTMLMediaElement, lanes: Lane[]): void {
  const context = audio();
  const { gate } = outputOf(context);
  const source = sources.get(element) ?? context.createMediaElementSource(element);
  sources.set(element, source);
  // Duplicates a single channel, so that a mono file is not only heard on the left.
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
  out.connect(gate);
  const made: Route = { lanes, gains: [gainsFrom(0), gainsFrom(1)], out };
  routes.set(element, made);
  applyHeard(made);
}

/** While both speakers are heard, they sound as recorded. A single speaker is heard in both ears. */
function applyHeard({ lanes, gains }: Route): void {
  const laneOf = (channel: 0 | 1) => lanes[channel] ?? lanes[0];
  for (const channel of [0, 1] as const) {
    const isHeard = heard === 'both' || laneOf(channel) === heard || laneOf(channel) === 'both';
    const alone = heard !== 'both' && lanes.length === 2;
    for (const ear of [0, 1] as const) glide(gains[channel][ear], isHeard && (alone || ear === channel) ? 1 : 0);
  }
}

/** Disconnects an element until it is used for another call. */
export function release(element: HTMLMediaElement): void {
  sources.get(element)?.disconnect();
  routes.get(element)?.out.disconnect();
  routes.delete(element);
}

/** Sets which speakers are heard. */
export function hear(speakers: Heard): void {
  heard = speakers;
  for (const each of routes.values()) applyHeard(each);
}

/** Sets the volume from 0 to 2. Above 1, the limiter is used. */
export function setLoudness(level: number): void {
  volume = level;
  if (output) applyVolume(output);
}

/**
 * Lets nothing through after some ms of sound. The audio thread does it on time, also while the window is busy: a timer
 * that ends a loop may be late.
 */
export function closeGate(after_ms: number): void {
  if (!output) return;
  const { gain, context } = output.gate;
  openGate();
  gain.setTargetAtTime(0, context.currentTime + after_ms / 1000, gateSeconds);
}

/** Lets all sound through, and drops a closing that has not begun. */
export function openGate(): void {
  if (!output) return;
  const { gain, context } = output.gate;
  gain.cancelScheduledValues(context.currentTime);
  gain.setTargetAtTime(1, context.currentTime, gateSeconds);
}

/** Resumes the context. */
export function wake(): void {
  clearTimeout(resting);
  if (audio().state !== 'running') void audio().resume();
}

/** Suspends the context when nothing has played for a while, which releases the sound card. */
export function rest(): void {
  clearTimeout(resting);
  resting = setTimeout(() => void audio().suspend(), 20_000);
}
