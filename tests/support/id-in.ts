/** The id of a record, the last part of its address. */
export const idIn = (url: string): string => url.split('/').at(-1)?.replace('.json', '') ?? '';
