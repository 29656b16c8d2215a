/** An ISO 8601 time, with the colon that its offset may lack: `+0100` as `+01:00`. Parsers require it. */
export const withColon = (moment: string): string => moment.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

/** An ISO 8601 time with an offset in ms since 1970; the offset may lack its colon. */
export const msOf = (moment: string): number => Date.parse(withColon(moment));
