/** Headers of every response. */
export const alwaysSent = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/**
 * A response together with its body. The TCP door sends the body as it is; a body that becomes a stream and is read again
 * takes as long as finding the caller of the request.
 */
export class Whole extends Response {
  constructor(
    readonly whole: string | Uint8Array<ArrayBuffer>,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/**
 * Bytes that are made while they are sent. Each piece belongs to the reader, which may free it. `close` is called once,
 * when they are sent or the reader stops.
 */
export type Source = { read(): AsyncIterable<Uint8Array>; close(): Promise<void> };

/**
 * A response whose body is made while it is sent. The TCP door writes its pieces as they are; through a web stream, an hour
 * of sound takes half as long again. An error in mid-stream cuts the connection.
 */
export class Streamed extends Response {
  constructor(
    readonly source: Source,
    init: ResponseInit,
  ) {
    super(null, init);
  }
}

/** The response with its body in it. */
export function complete(response: Response): Response {
  const { status, headers } = response;
  if (response instanceof Whole) return new Response(response.whole, { status, headers });
  if (response instanceof Streamed) return new Response(webStreamOf(response.source), { status, headers });
  return response;
}

function webStreamOf({ read, close }: Source): ReadableStream<Uint8Array> {
  const pieces = read()[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (!done) return controller.enqueue(value);
          await close();
          controller.close();
        } catch (cause) {
          await close();
          controller.error(cause);
        }
      },
      async cancel() {
        await pieces.return?.();
        await close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The response, to HEAD with the length that its body has to GET. A body that is made while it is sent has none. */
export async function sized({ method }: Request, response: Response): Promise<Response> {
  if (method !== 'HEAD' || response.headers.has('content-length')) return response;
  if (response instanceof Streamed || !(response instanceof Whole || response.body)) return response;
  const whole = response instanceof Whole ? response.whole : new Uint8Array(await response.clone().arrayBuffer());
  response.headers.set('Content-Length', String(Buffer.byteLength(whole)));
  return response;
}

/** A response with JSON that is text already. */
export const jsonText = (text: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Whole =>
  new Whole(text, { headers: { 'Content-Type': 'application/json', ...headers } });

/** The text of a JSON object, some of whose values are JSON text already. */
export const joined = (values: object, texts: Readonly<Record<string, string>>): string => {
  const all = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
  return `{${[...all, ...Object.entries(texts)].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
};

/** A response built by its rule, with a body of type `T` in JSON. */
export class Finished<T> {
  declare readonly json: T;
  constructor(readonly response: Response) {}
}

/** 201 with the URL of the new record in the header and the body. */
export function created(url: string): Finished<{ url: string }> {
  return new Finished(Response.json({ url }, { status: 201, headers: { Location: url } }));
}
