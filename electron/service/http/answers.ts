/** Headers of every response. */
export const alwaysSent = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
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
