/** The database of a data folder. */
export const databaseFile = 'earshot.db';
/** The files that SQLite keeps next to it: the write-ahead log, and its index, which processes share. */
export const logFile = `${databaseFile}-wal`;
export const indexFile = `${databaseFile}-shm`;
