export type StreamEvent = { id: string; event: string; data: Record<string, unknown> };

/** Reads server-sent events from a response. */
export class EventStream {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  private readonly decoder = new TextDecoder();
  private text = '';
  /** The id of the last block, with or without an event. */
  lastId = '';

  constructor(readonly response: Response) {
    if (!response.body) throw new Error('The response has no body.');
    this.reader = response.body.getReader();
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<StreamEvent | undefined> {
    for (;;) {
      const block = await this.block();
      if (block === undefined) return undefined;
      const fields = fieldsOf(block);
      if (fields.data !== undefined) {
        return { id: fields.id ?? '', event: fields.event ?? 'message', data: JSON.parse(fields.data) };
      }
    }
  }

  /** Events until one matches, which is the last one returned. */
  async until(isLast: (event: StreamEvent) => boolean): Promise<StreamEvent[]> {
    const all: StreamEvent[] = [];
    for (;;) {
      const event = await this.next();
      if (!event) throw new Error(`The stream ended after ${JSON.stringify(all)}.`);
      all.push(event);
      if (isLast(event)) return all;
    }
  }

  /** Resolves when the service has ended the stream. */
  async end(): Promise<void> {
    while (await this.next());
  }

  leave(): Promise<void> {
    return this.reader.cancel();
  }

  /** The text of the next block, without the empty line after it; undefined at the end of the stream. */
  async block(): Promise<string | undefined> {
    let end = this.text.indexOf('\n\n');
    while (end === -1) {
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += this.decoder.decode(value, { stream: true });
      end = this.text.indexOf('\n\n');
    }
    const block = this.text.slice(0, end);
    this.text = this.text.slice(end + 2);
    this.lastId = fieldsOf(block).id ?? this.lastId;
    return block;
  }
}

const fieldsOf = (block: string): { [field: string]: string } =>
  Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
