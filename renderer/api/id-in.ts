/** The id of a created record, in its address. */
export const idIn = (url: string): string => /([0-9a-f-]{36})\.json$/.exec(url)?.[1] ?? '';
