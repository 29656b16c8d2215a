/** An ISO 8601 time, with the colon that its offset may lack: `+0100` as `+01:00`. Parsers require it. */
export const withColon = (moment: string): string => moment.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

/** An ISO 8601 time with an offset in ms since 1970; the offset may lack its colon. */
export const msOf = (moment: string): number => Date.parse(withColon(moment));

const [firstMs, endMs] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];

/**
 * Whether a time is in the years 1900 to 2199: in each zone, its year has four digits, and the key of a call holds it
 * exactly (electron/service/resources/calls/calls/rules.ts: ms * 1024 below 2^53).
 */
export const isKeptTime = (ms: number): boolean => ms >= firstMs && ms < endMs;
