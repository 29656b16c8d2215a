import type { Call } from '@shared/contract/calls';
import type { Recording } from '@shared/contract/recordings';
import { decodeChannel } from '../../electron/service/audio/pcm';
import type { Answer, Caller } from './caller';

/** A live recording as its sender sees it. */
export class Sender {
  offset = 0;

  private constructor(
    readonly caller: Caller,
    readonly recording_id: string,
    readonly call_id: string,
  ) {}

  static async open(caller: Caller, recording: object = {}): Promise<Sender> {
    const sound = { format: 'pcm_s16le', sample_rate: 8000, channels: 1 };
    const { status, body } = await caller.post('/api/v2/recordings.json', { recording: { ...sound, ...recording } });
    if (status !== 201) throw new Error(`The recording was not opened: ${status} ${JSON.stringify(body)}`);
    return new Sender(caller, body.recording_id, body.call_id);
  }

  /** The same recording, continued by another caller. */
  by(caller: Caller, offset: number): Sender {
    const sender = new Sender(caller, this.recording_id, this.call_id);
    sender.offset = offset;
    return sender;
  }

  get url(): string {
    return `/api/v2/recordings/${this.recording_id}.json`;
  }

  /** Sends the next bytes in one request. */
  async send(bytes: Buffer | ReadableStream<Uint8Array>, offset = this.offset): Promise<Answer> {
    const response = await this.caller.raw(`/api/v2/recordings/${this.recording_id}/audio?offset=${offset}`, {
      method: 'PUT',
      body: Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes,
      headers: { 'content-type': 'application/octet-stream' },
      duplex: 'half',
    } as RequestInit);
    const body = await response.json();
    if (response.status === 200) this.offset = (body as { offset: number }).offset;
    return { status: response.status, headers: response.headers, body };
  }

  /** One long request, whose bytes are written piece by piece. */
  stream(): { write(bytes: Buffer): Promise<void>; end(): Promise<Answer>; answer: Promise<Answer> } {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = this.send(readable);
    let sent = this.offset;
    return {
      /** Also before the end, when the request is refused. */
      answer,
      /** Resolves once the bytes have been taken. */
      write: async (bytes) => {
        sent += bytes.length;
        await writer.write(new Uint8Array(bytes));
        while ((await this.state()).offset < sent);
      },
      end: async () => {
        await writer.close();
        return answer;
      },
    };
  }

  async state(): Promise<Recording> {
    return (await this.caller.get(this.url)).body.recording;
  }

  mute = (action: 'mute' | 'unmute' = 'mute'): Promise<Answer> =>
    this.caller.post(`/api/v2/calls/${this.call_id}.json/muting?action=${action}`);

  close = (): Promise<Answer> => this.caller.delete(this.url);

  async call(): Promise<Call> {
    return (await this.caller.get(`/api/v2/calls/${this.call_id}.json`)).body.call;
  }

  /** The bytes of the audio as a client downloads it. */
  async file(query = ''): Promise<Buffer> {
    const response = await this.caller.raw(`/api/v2/calls/${this.call_id}.json/file${query}`);
    if (response.status !== 200) throw new Error(`No audio: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  }
}

/** 16-bit samples of a tone in every channel; `from` is the number of samples before. */
export function tone(hz: number, samples: number, { rate = 8000, channels = 1, from = 0 } = {}): Buffer {
  const bytes = Buffer.alloc(2 * samples * channels);
  for (let at = 0; at < samples; at += 1) {
    const value = Math.round(12_000 * Math.sin((2 * Math.PI * hz * (from + at)) / rate));
    for (let channel = 0; channel < channels; channel += 1) bytes.writeInt16LE(value, 2 * (at * channels + channel));
  }
  return bytes;
}

/** The level of a frequency in 16-bit samples of one channel, in dB below full scale (Goertzel, Hann window). */
export function levelOf(hz: number, pcm: Buffer, rate = 8000): number {
  const samples = decodeChannel.pcm_s16le(pcm, 0, 1);
  const turn = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let [before, last, weight] = [0, 0, 0];
  for (const [at, sample] of samples.entries()) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / samples.length);
    weight += window;
    [before, last] = [last, (sample / 32_768) * window + turn * last - before];
  }
  const power = last ** 2 + before ** 2 - turn * last * before;
  return 20 * Math.log10(Math.max(1e-9, (2 * Math.sqrt(Math.max(0, power))) / weight));
}
