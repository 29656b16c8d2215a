/** Headers of every answer. */
export const alwaysSent = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** A response that its rule has built, carrying the JSON `T`. */
export class Finished<T> {
  declare readonly json: T;
  constructor(readonly response: Response) {}
}

/** 201 with the new record's address, in the header and the body. */
export function created(url: string): Finished<{ url: string }> {
  return new Finished(Response.json({ url }, { status: 201, headers: { Location: url } }));
}
