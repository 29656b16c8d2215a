/** Headers of every answer (reference/security.md 3.11). */
export const alwaysSent = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
};

/** 201 with the new record's address, in header and body; some records carry more. */
export function created(url: string, content: Record<string, unknown> = { url }): Response {
  return Response.json(content, { status: 201, headers: { Location: url } });
}
