/** 201 with the new record's address, in header and body; some records carry more. */
export function created(url: string, content: Record<string, unknown> = { url }): Response {
  return Response.json(content, { status: 201, headers: { Location: url } });
}
