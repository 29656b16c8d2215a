import { createContext, useContext } from 'react';

/** The path of a record's page by its kind in the audit log; undefined without one that the user's role may open. */
export type PathOfRecord = (kind: string, id: string) => string | undefined;

/** The shell provides it, from the table of places. */
export const RecordPaths = createContext<PathOfRecord>(() => undefined);

export const usePathOfRecord = (): PathOfRecord => useContext(RecordPaths);
