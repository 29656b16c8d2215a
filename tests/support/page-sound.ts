import { onTestFinished, vi } from 'vitest';

class Track extends EventTarget {
  readyState: 'live' | 'ended' = 'live';
  stop(): void {
    this.readyState = 'ended';
  }
  /** The device is unplugged. */
  lose(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

/** The sound of a page: sources of one channel each, and samples that arrive when the test says so. */
export type PageSound = {
  tracks: Track[];
  /** Is awaited before the capture begins. */
  beforeCapture: () => void;
  /** Captures samples of this value in all channels. */
  hear(value: number, frames: number): void;
};

/** Gives the page microphones instead of the browser, until the test ends. */
export function pageSound(rate: number): PageSound {
  const port = { onmessage: (_: { data: object }) => {}, postMessage: () => {} };
  const tracks: Track[] = [];
  let frames = 0;
  let channels = 1;
  const sound: PageSound = {
    tracks,
    beforeCapture() {},
    hear(value, count) {
      const samples = new Int16Array(count * channels).fill(value);
      const data = { at: frames, frames: count, samples, peaks: new Array(channels).fill(0.5) };
      frames += count;
      port.onmessage({ data });
    },
  };
  const getUserMedia = async () => {
    const track = new Track();
    tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  };
  class AudioContext {
    state = 'running';
    audioWorklet = { addModule: async () => sound.beforeCapture() };
    get currentTime(): number {
      return frames / rate;
    }
    createMediaStreamSource = () => ({ connect() {} });
    async resume(): Promise<void> {}
    async close(): Promise<void> {
      this.state = 'closed';
    }
  }
  class AudioWorkletNode {
    port = port;
    constructor(_: unknown, __: string, { numberOfInputs }: { numberOfInputs: number }) {
      channels = numberOfInputs;
    }
    connect(): void {}
  }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('AudioContext', AudioContext);
  vi.stubGlobal('AudioWorkletNode', AudioWorkletNode);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sound;
}
