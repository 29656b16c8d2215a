/** The scope of an audio worklet, which the types of the page lack. */
declare const sampleRate: number;
declare const currentFrame: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new (options: Options) => AudioWorkletProcessor): void;

type Options = { processorOptions: { channels: number } };

const blocksPerSecond = 20;

/**
 * Turns sound into 16-bit samples, the channels interleaved: input 0 is the first channel, input 1 the second. A block
 * carries the frame at which it begins, counted from the start of the context, and the peak of each channel from 0 to 1.
 * Any message makes it send at once what it has.
 */
class Capture extends AudioWorkletProcessor {
  private readonly channels: number;
  private readonly most = Math.round(sampleRate / blocksPerSecond);
  private samples: Int16Array<ArrayBuffer>;
  private peaks: number[];
  private frames = 0;
  private at = 0;

  constructor({ processorOptions }: Options) {
    super();
    this.channels = processorOptions.channels;
    this.samples = new Int16Array(this.most * this.channels);
    this.peaks = new Array(this.channels).fill(0);
    this.port.onmessage = () => this.send();
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const length = outputs[0]?.[0]?.length ?? 128;
    for (let n = 0; n < length; n += 1) {
      if (this.frames === 0) this.at = currentFrame + n;
      for (let channel = 0; channel < this.channels; channel += 1) {
        // An input without a source has no channels: silence.
        const value = Math.max(-1, Math.min(1, inputs[channel]?.[0]?.[n] ?? 0));
        this.samples[this.frames * this.channels + channel] = Math.round(value * 32_767);
        this.peaks[channel] = Math.max(this.peaks[channel] ?? 0, Math.abs(value));
      }
      this.frames += 1;
      if (this.frames === this.most) this.send();
    }
    return true;
  }

  private send(): void {
    if (this.frames === 0) return;
    const samples = this.samples.slice(0, this.frames * this.channels);
    this.port.postMessage({ at: this.at, frames: this.frames, samples, peaks: this.peaks }, [samples.buffer]);
    this.peaks = new Array(this.channels).fill(0);
    this.frames = 0;
  }
}

registerProcessor('capture', Capture);
