import { endingMs } from '@shared/ipc';
import workletUrl from './capture-worklet?worker&url';
import type { Block } from './pauses';
import { openSource } from './sources';

type Options = {
  /** The ids of one source for each channel: first you, then the other party. */
  sources: readonly string[];
  rate: number;
  onBlock: (block: Block) => void;
  /** A source has gone: unplugged, or taken away by the system. */
  onLost: () => void;
};

/** Sound that is being captured. */
export type Capture = {
  /** The frame that is captured now. */
  frame(): number;
  /** Resolves once every block up to this moment has been passed on. */
  flushed(): Promise<void>;
  close(): void;
};

/** Opens the sources and captures them, one channel each. Rejects if one cannot be opened; then none stays open. */
export async function openCapture({ sources, rate, onBlock, onLost }: Options): Promise<Capture> {
  const streams: MediaStream[] = [];
  // No speaker takes part, so that one that is unplugged does not stop the capture. TypeScript does not know it yet.
  const context = new AudioContext({ sampleRate: rate, sinkId: { type: 'none' } } as AudioContextOptions);
  const close = () => {
    for (const stream of streams) for (const track of stream.getTracks()) track.stop();
    if (context.state !== 'closed') void context.close();
  };
  try {
    for (const id of sources) {
      const stream = await openSource(id);
      streams.push(stream);
      const [track] = stream.getAudioTracks();
      track?.addEventListener('ended', onLost);
      // It may have ended before anybody listened.
      if (track?.readyState === 'ended') onLost();
    }
    await context.audioWorklet.addModule(workletUrl);
    const node = new AudioWorkletNode(context, 'capture', {
      numberOfInputs: sources.length,
      channelCount: 1,
      channelCountMode: 'explicit',
      processorOptions: { channels: sources.length },
    });
    let reached = 0;
    const waiting = new Set<() => void>();
    node.port.onmessage = ({ data }: MessageEvent<Block>) => {
      onBlock(data);
      reached = data.at + data.frames;
      for (const look of waiting) look();
    };
    streams.forEach((stream, channel) => {
      context.createMediaStreamSource(stream).connect(node, 0, channel);
    });
    // A node that leads nowhere is not run. It plays nothing.
    node.connect(context.destination);
    await context.resume();
    const frame = () => Math.round(context.currentTime * rate);
    return {
      frame,
      flushed: () =>
        new Promise((resolve) => {
          const until = frame();
          const done = () => {
            clearTimeout(timer);
            waiting.delete(look);
            resolve();
          };
          const look = () => reached >= until && done();
          // A device that gives nothing more is not waited for.
          const timer = setTimeout(done, endingMs.flush);
          waiting.add(look);
          node.port.postMessage('flush');
          look();
        }),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
